// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * Compares layouts: which part of a table queries read, depending on how its records are laid out over objects. After
 * IOStack D4.3, figures 9, 10 and 12.
 *
 * <p>Start at {@link io.skipping.benchmarks.layout.LayoutExperiment}.
 */
package io.skipping.benchmarks.layout;
