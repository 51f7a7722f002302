// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.layout;

/**
 * Holds one number of one system.
 *
 * @param system how records are laid out
 * @param name name of the case
 */
record Measured(String system, String name, String metric, double value, String unit) {}
