// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * Rewrites a table or a Hive partition in a new layout, and replaces the old one by a single change in the metastore.
 * {@code docs/layout-writes.md} specifies the steps and the record of a rewrite.
 */
package io.skipping.trino.hive.layout.rewrite;
