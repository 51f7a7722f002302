// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * Keeps the folders of indexes out of the way of statements that list, move and delete the files of tables, and discards indexes that
 * such a statement leaves without a table.
 */
package io.skipping.trino.core.folder;
