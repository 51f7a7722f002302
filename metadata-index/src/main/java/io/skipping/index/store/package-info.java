// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * Defines where indexes are stored. {@code docs/index-format.md} specifies what the default store writes, which keeps
 * an index beside the data in the object store.
 */
package io.skipping.index.store;
