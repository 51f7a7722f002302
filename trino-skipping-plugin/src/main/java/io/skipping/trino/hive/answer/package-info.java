// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Answers aggregates over a Hive table from the index where possible, so that no object needs to be read. */
package io.skipping.trino.hive.answer;
