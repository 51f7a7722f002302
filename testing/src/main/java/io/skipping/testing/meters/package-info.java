// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
/**
 * Generates meter readings: a seeded table of electricity and gas meters all over metropolitan France, with one reading
 * per meter every 15 minutes.
 *
 * <p>Every attribute of a meter and every reading is a pure function of (seed, meter, time). So any object of the table
 * can be generated alone, on any thread, without the objects before it, and the same options give the same bytes.
 * Arithmetic that platforms may round differently goes through {@link java.lang.StrictMath}.
 *
 * <p>Start at {@link io.skipping.testing.meters.MeterReadings}.
 */
package io.skipping.testing.meters;
