// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.meters.format;

import io.skipping.testing.meters.park.Meter;
import io.skipping.testing.meters.park.Reading;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;

/** Writes one JSON object per line, with the table's lower-case column names. No value needs escaping. */
public final class JsonRowWriter implements RowWriter {
    private static final int LONGEST_ROW = 1024;

    private static final byte[][] KEYS = keys();

    /** Is about how many bytes a row takes more than in CSV. */
    public static final int KEY_BYTES =
            Stream.of(KEYS).mapToInt(key -> key.length - 1).sum();

    private final TextBuffer text;
    private final OutputStream out;

    JsonRowWriter(OutputStream out) {
        this.out = out;
        text = new TextBuffer(out);
    }

    @Override
    public void write(Reading reading) throws IOException {
        Meter meter = reading.meter;
        text.reserve(LONGEST_ROW);
        text.put(KEYS[0]);
        text.put(reading.time);
        text.put(KEYS[1]);
        text.putDecimal(reading.indexWattHours(), 3);
        text.put(KEYS[2]);
        text.putDecimal(reading.offPeakWattHours, 3);
        text.put(KEYS[3]);
        text.putDecimal(reading.peakWattHours, 3);
        text.put(KEYS[4]);
        putString(meter.typeUtf8());
        text.put(KEYS[5]);
        text.put(meter.vid());
        text.put(KEYS[6]);
        text.put(meter.size());
        text.put(KEYS[7]);
        text.putDecimal(reading.temperature, 2);
        text.put(KEYS[8]);
        putString(meter.town().nameUtf8());
        text.put(KEYS[9]);
        text.put(meter.town().department());
        text.put(KEYS[10]);
        text.putDecimal(meter.scaledLatitude(), Meter.COORDINATE_DECIMALS);
        text.put(KEYS[11]);
        text.putDecimal(meter.scaledLongitude(), Meter.COORDINATE_DECIMALS);
        text.put('}');
        text.put('\n');
    }

    private void putString(byte[] value) {
        text.put('"');
        text.put(value);
        text.put('"');
    }

    @Override
    public void close() throws IOException {
        text.flush();
        out.flush();
    }

    /** Returns, for each column, everything between the previous value and its own, including its name. */
    private static byte[][] keys() {
        byte[][] keys = new byte[MeterColumn.values().length][];
        for (MeterColumn column : MeterColumn.values()) {
            String before = column.ordinal() == 0 ? "{" : ",";
            keys[column.ordinal()] =
                    "%s\"%s\":".formatted(before, column.columnName()).getBytes(StandardCharsets.UTF_8);
        }
        return keys;
    }
}
