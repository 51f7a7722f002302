// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * Writes by a layout: which object a row goes to is said by a model of the partitioner. {@code docs/layout-writes.md} specifies the
 * function, the layout that INSERT follows, and its file.
 */
package io.skipping.trino.hive.layout;
