// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** The metadata of the connector, around the one of Trino's Hive connector. All that depends on the inside of one Trino release is in the packages below. */
package io.skipping.trino.hive;
