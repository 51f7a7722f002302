// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.meters.park;

/**
 * Holds one row. The producer reuses the object for every row, so that a billion rows cost no garbage: writers must
 * copy what they keep. Numbers are whole multiples of their last decimal, so that all formats hold exactly the same
 * values.
 */
public final class Reading {
    /** Seconds since 1970. */
    public long time;

    public Meter meter;
    public long offPeakWattHours;
    public long peakWattHours;
    /** Hundredths of a °C. */
    public int temperature;

    public long indexWattHours() {
        return offPeakWattHours + peakWattHours;
    }
}
