// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/** Measures who reads text fastest: the stock Hive connector or ours, on each release of Trino. */
package io.skipping.benchmarks.text;
