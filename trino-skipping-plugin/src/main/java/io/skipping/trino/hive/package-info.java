// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * Holds the connector's metadata, which wraps that of Trino's Hive connector. Everything that depends on the internals
 * of one Trino release is in this package and the packages below it.
 */
package io.skipping.trino.hive;
