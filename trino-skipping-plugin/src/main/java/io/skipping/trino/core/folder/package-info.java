// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * Hides the folders of indexes from statements that list, move and delete the files of tables, and discards indexes
 * that such statements leave without a table.
 */
package io.skipping.trino.core.folder;
