// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** The summaries of a table at one moment, and the evaluation of a predicate over all of them. */
package io.skipping.index.snapshot;
