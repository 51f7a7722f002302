// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.meters;

import java.time.LocalDate;
import java.util.List;

/**
 * Summarises what was generated.
 *
 * @param meters number of meters, each with a reading every 15 minutes of each day
 * @param days the {@code dt=} partitions, in order
 */
public record GenerationResult(int objects, long rows, long bytes, int meters, List<LocalDate> days) {}
