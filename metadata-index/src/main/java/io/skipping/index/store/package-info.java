// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * Where indexes are kept. {@code docs/index-format.md} specifies what is written by the default store, which keeps an
 * index beside the data in the object store.
 */
package io.skipping.index.store;
