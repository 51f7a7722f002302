// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * Writes tables by a layout: a model of the partitioner decides which object a row goes to. {@code
 * docs/layout-writes.md} specifies the function, the layout that INSERT follows, and its file.
 */
package io.skipping.trino.hive.layout;
