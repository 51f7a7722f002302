// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.layout.tables;

import io.skipping.benchmarks.layout.ComputedLayouts.Box;
import io.skipping.benchmarks.layout.ComputedLayouts.OfAll;
import io.skipping.benchmarks.layout.ComputedLayouts.Read;
import io.skipping.benchmarks.measure.Rounds;

/**
 * Holds how a box was answered.
 *
 * @param computed what it reads of whole objects by computation
 * @param ofAll the same of the boxes of its size around the meters of all squares
 * @param rounds of the ways that answered
 */
record Answered(Box box, Read computed, OfAll ofAll, Rounds<Way> rounds) {}
