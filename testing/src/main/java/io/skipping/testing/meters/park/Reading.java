// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.meters.park;

/**
 * Holds one row. The producer reuses the object for every row, so that a billion rows cost no garbage: writers must
 * copy what they keep. Numbers are whole multiples of their last decimal, so that all formats hold exactly the same
 * values.
 */
public final class Reading {
    /** Is the time of the reading, in seconds since 1970. */
    public long time;

    /** Is the meter that was read. */
    public Meter meter;

    /** Is the off-peak consumption ever counted, in Wh. */
    public long offPeakWattHours;
    /** Is the peak consumption ever counted, in Wh. */
    public long peakWattHours;
    /** Is the outside temperature, in hundredths of a °C. */
    public int temperature;

    /** Returns the total consumption ever counted, in Wh. */
    public long indexWattHours() {
        return offPeakWattHours + peakWattHours;
    }
}
