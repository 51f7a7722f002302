// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * Stores the index of a table as files: manifests that name segments. It publishes, merges, vacuums and reads these
 * files. {@code docs/index-format.md} specifies all of it.
 */
package io.skipping.index.store.manifest;
