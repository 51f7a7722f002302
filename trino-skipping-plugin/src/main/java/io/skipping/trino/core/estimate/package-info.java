// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Row counts and statistics of columns, estimated from what an index knows of some objects. */
package io.skipping.trino.core.estimate;
