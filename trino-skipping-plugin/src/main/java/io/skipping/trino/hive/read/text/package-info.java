// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * Delimited text, as Hive's {@code LazySimpleSerDe} and {@code OpenCSVSerde} have it, read by columns: fields that a query
 * doesn't ask for are passed over, and those that it does are decoded for the rows that are left when it asks.
 */
package io.skipping.trino.hive.read.text;
