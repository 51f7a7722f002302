// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Gives access to Iceberg tables: their data files, their columns and their indexes. */
package io.skipping.trino.iceberg.table;
