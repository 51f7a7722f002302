// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Which bytes leave the store: without a filter, by skipping, and by a filter at the store that no store has. */
package io.skipping.benchmarks.storageside;
