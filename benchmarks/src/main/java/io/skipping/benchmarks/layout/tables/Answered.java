// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.layout.tables;

import io.skipping.benchmarks.layout.ComputedLayouts.Box;
import io.skipping.benchmarks.layout.ComputedLayouts.Read;
import io.skipping.benchmarks.measure.Rounds;

/**
 * Holds how a box was answered.
 *
 * @param computed what it reads of whole objects by computation
 * @param rounds of the ways that answered
 */
record Answered(Box box, Read computed, Rounds<Way> rounds) {}
