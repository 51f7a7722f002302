// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.meters;

import java.time.LocalDate;
import java.util.List;

/**
 * Summarises what was generated.
 *
 * @param objects the number of objects
 * @param rows the number of rows in all of them
 * @param bytes the total size of the objects
 * @param meters the number of meters, each with a reading every 15 minutes of each day
 * @param days the {@code dt=} partitions, in order
 */
public record GenerationResult(int objects, long rows, long bytes, int meters, List<LocalDate> days) {}
