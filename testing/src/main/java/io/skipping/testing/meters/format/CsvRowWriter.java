// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.meters.format;

import io.skipping.testing.meters.park.Meter;
import io.skipping.testing.meters.park.Reading;
import java.io.IOException;
import java.io.OutputStream;

/** Writes comma-separated rows. No value contains a comma or a quote, so none is quoted. */
public final class CsvRowWriter implements RowWriter {
    private static final int LONGEST_ROW = 512;

    private final TextBuffer text;
    private final OutputStream out;

    CsvRowWriter(OutputStream out) {
        this.out = out;
        text = new TextBuffer(out);
    }

    @Override
    public void write(Reading reading) throws IOException {
        Meter meter = reading.meter;
        text.reserve(LONGEST_ROW);
        text.put(reading.time);
        text.put(',');
        text.putDecimal(reading.indexWattHours(), 3);
        text.put(',');
        text.putDecimal(reading.offPeakWattHours, 3);
        text.put(',');
        text.putDecimal(reading.peakWattHours, 3);
        text.put(',');
        text.put(meter.typeUtf8());
        text.put(',');
        text.put(meter.vid());
        text.put(',');
        text.put(meter.size());
        text.put(',');
        text.putDecimal(reading.temperature, 2);
        text.put(',');
        text.put(meter.town().nameUtf8());
        text.put(',');
        text.put(meter.town().department());
        text.put(',');
        text.putDecimal(meter.scaledLatitude(), Meter.COORDINATE_DECIMALS);
        text.put(',');
        text.putDecimal(meter.scaledLongitude(), Meter.COORDINATE_DECIMALS);
        text.put('\n');
    }

    /** Returns the length of a meter's row without the numbers, whose length hardly varies between meters. */
    public static int typicalRowBytes(Meter meter) {
        return 90 + meter.typeUtf8().length + meter.town().nameUtf8().length;
    }

    @Override
    public void close() throws IOException {
        text.flush();
        out.flush();
    }
}
