// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Brings the index of a table up to date, and sums up what happened. */
package io.skipping.builder.build;
