// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * Keeps indexes, and what builds of them left behind, out of the way of statements that create, rename, empty and drop tables. Such a
 * statement does what it would do if there were no index, and fails only if it would fail then.
 */
package io.skipping.trino.hive.folder;
