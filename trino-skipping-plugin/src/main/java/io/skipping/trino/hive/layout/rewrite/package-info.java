// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * Lays a table, or a Hive partition, out anew, and puts it in place of the old one by one change in the metastore.
 * {@code docs/layout-writes.md} specifies the steps and the record of a rewrite.
 */
package io.skipping.trino.hive.layout.rewrite;
