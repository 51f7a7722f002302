// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * The index of a table as files: manifests that name segments, how they are published, merged, vacuumed, and read. {@code
 * docs/index-format.md} specifies all of it.
 */
package io.skipping.index.store.manifest;
