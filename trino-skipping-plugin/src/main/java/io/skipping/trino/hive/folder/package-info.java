// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * Keeps indexes, and leftovers of index builds, out of the way of statements that create, rename, empty and drop
 * tables. Such a statement does what it would do without an index, and fails only if it would fail without one.
 */
package io.skipping.trino.hive.folder;
