// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Holds the summaries of a table at one moment, and evaluates predicates over all of them. */
package io.skipping.index.snapshot;
