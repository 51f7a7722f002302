// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * Reads delimited text and CSV by columns, as Hive's {@code LazySimpleSerDe} and {@code OpenCSVSerde} define them.
 * Fields that a query does not need are skipped. The others are decoded when the query asks for them, and only for the
 * rows that remain by then.
 */
package io.skipping.trino.hive.read.text;
