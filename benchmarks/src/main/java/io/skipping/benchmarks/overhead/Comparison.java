// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.overhead;

import io.skipping.benchmarks.measure.Rounds;
import io.skipping.testing.lake.Setting;

/**
 * The measured pairs of a case.
 *
 * @param pairs by the stock Hive connector and with skipping, one right after the other: what else the machine does at that time slows down
 *     both
 */
record Comparison(OverheadCase query, Rounds<Setting> pairs) {}
