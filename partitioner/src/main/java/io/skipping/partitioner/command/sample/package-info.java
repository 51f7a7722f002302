// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Reads what layouts are trained and judged with: samples of rows, from CSV or from Trino, and logs of queries. */
package io.skipping.partitioner.command.sample;
