// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Contains the properties of catalogs and sessions that are of use for tables of Hive only. */
package io.skipping.trino.hive.config;
