// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * Contains everything that needs only Trino's SPI and works for tables of any connector. Only the packages below this
 * one are independent of Hive.
 */
package io.skipping.trino.core;
