// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Tables and their indexes: where an index is, and how SQL shows it. */
package io.skipping.trino.hive.table;
