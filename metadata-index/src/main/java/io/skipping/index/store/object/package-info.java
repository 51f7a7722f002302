// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** The default store: an index is a few files beside the data. {@code docs/index-format.md} specifies them. */
package io.skipping.index.store.object;
