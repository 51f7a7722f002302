// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * The glue between the index and one Trino release's Hive connector: handles, splits, page sources, expressions. When
 * the next release moves something, the change is in here.
 */
package io.skipping.trino.hive;
