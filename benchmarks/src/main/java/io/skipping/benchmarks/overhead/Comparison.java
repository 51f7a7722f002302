// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.overhead;

import io.skipping.benchmarks.measure.Rounds;
import io.skipping.testing.lake.Setting;

/**
 * Holds the measured pairs of a case.
 *
 * @param pairs a run by the stock Hive connector and one with skipping, one right after the other, so that other load
 *     on the
 * machine slows down both
 */
record Comparison(OverheadCase query, Rounds<Setting> pairs) {}
