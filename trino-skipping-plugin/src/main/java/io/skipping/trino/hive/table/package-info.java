// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * Gives access to tables through the metastore and the listing, and provides the system tables that show their indexes.
 */
package io.skipping.trino.hive.table;
