// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Measures which bytes leave the store: without a filter, with skipping, and with an ideal filter at the store. */
package io.skipping.benchmarks.storageside;
