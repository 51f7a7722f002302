// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Estimates row counts and column statistics from what an index knows about some objects. */
package io.skipping.trino.core.estimate;
