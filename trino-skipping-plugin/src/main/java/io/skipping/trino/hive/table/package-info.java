// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Tables as the metastore and the listing know them, and the system tables that show their indexes. */
package io.skipping.trino.hive.table;
