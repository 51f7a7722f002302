// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.layout;

import io.skipping.partitioner.Column;
import io.skipping.partitioner.ColumnType;
import io.skipping.partitioner.Row;
import io.skipping.partitioner.train.Sample;
import io.skipping.testing.meters.MeterOptions;
import io.skipping.testing.meters.MeterReadings;
import io.skipping.testing.meters.park.Meter;
import io.skipping.testing.meters.sink.ObjectSink;
import java.io.IOException;
import java.io.OutputStream;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Holds the parts of one day's readings that matter to layouts, as the generator writes them to CSV, in memory. A row
 * is a meter and a quarter of an hour: row = meter · 96 + quarter. It takes 10 bytes.
 */
final class Readings {
    static final int QUARTERS = 96;
    static final int LATITUDE = 0;
    static final int LONGITUDE = 1;
    static final int TIME = 2;
    static final int TEMPERATURE = 3;
    static final int DIMENSIONS = 4;
    private static final long SAMPLE_SEED = 4;

    private final double[] latitudes;
    private final double[] longitudes;
    private final long midnight;
    /** In hundredths of a °C. */
    private final short[] temperatures;

    private final byte[] bytes;

    private Readings(int meters, long midnight) {
        latitudes = new double[meters];
        longitudes = new double[meters];
        this.midnight = midnight;
        temperatures = new short[meters * QUARTERS];
        bytes = new byte[meters * QUARTERS];
    }

    static Readings generate(MeterOptions options) throws IOException {
        if (options.days() != 1) {
            throw new IllegalArgumentException("Readings of one day, not " + options.days());
        }
        int meters = MeterReadings.meters(options);
        Readings readings = new Readings(
                meters, options.firstDay().atStartOfDay(ZoneOffset.UTC).toEpochSecond());
        IntStream.range(0, meters).parallel().forEach(number -> {
            Meter meter = MeterReadings.meter(options, number);
            readings.latitudes[number] = meter.latitude();
            readings.longitudes[number] = meter.longitude();
        });
        ObjectSink sink = (key, content) -> content.writeTo(readings.new Lines());
        MeterReadings.generate(options.withMeters(meters), sink, (written, ofObjects, length) -> {});
        return readings;
    }

    int meters() {
        return latitudes.length;
    }

    static int firstRow(int meter) {
        return meter * QUARTERS;
    }

    int rows() {
        return bytes.length;
    }

    int bytes(int row) {
        return bytes[row] & 0xFF;
    }

    long totalBytes() {
        return IntStream.range(0, rows()).parallel().mapToLong(this::bytes).sum();
    }

    double latitude(int meter) {
        return latitudes[meter];
    }

    double longitude(int meter) {
        return longitudes[meter];
    }

    /** Returns a value in degrees, seconds since 1970, or °C. */
    double value(int row, int dimension) {
        return switch (dimension) {
            case LATITUDE -> latitudes[row / QUARTERS];
            case LONGITUDE -> longitudes[row / QUARTERS];
            case TIME -> time(row);
            case TEMPERATURE -> temperatures[row] / 100.0;
            default -> throw new IllegalArgumentException("No dimension " + dimension);
        };
    }

    long time(int row) {
        return midnight + row % QUARTERS * 900L;
    }

    long midnight() {
        return midnight;
    }

    /** Returns the columns of the first {@code dimensions} dimensions. */
    static List<Column> columns(int dimensions) {
        return List.of(
                        new Column("latitude", ColumnType.DOUBLE),
                        new Column("longitude", ColumnType.DOUBLE),
                        new Column("date", ColumnType.BIGINT),
                        new Column("temp", ColumnType.DOUBLE))
                .subList(0, dimensions);
    }

    /** Returns a row for models, which can be moved to any row of the table. */
    Cursor cursor() {
        return new Cursor();
    }

    final class Cursor implements Row {
        private int row;

        Cursor at(int row) {
            this.row = row;
            return this;
        }

        @Override
        public boolean isNull(int column) {
            return false;
        }

        @Override
        public long longValue(int column) {
            return time(row);
        }

        @Override
        public double doubleValue(int column) {
            return value(row, column);
        }

        @Override
        public byte[] textValue(int column) {
            throw new IllegalArgumentException("No text");
        }
    }

    /** Parses a CSV object: the length of each line, and its time, meter and temperature. */
    private final class Lines extends OutputStream {
        private static final int TIME_FIELD = 0;
        private static final int METER_FIELD = 5;
        private static final int TEMPERATURE_FIELD = 7;

        private int length;
        private int field;
        private long number;
        private boolean negative;
        private long time;
        private long vid;
        private long temperature;

        @Override
        public void write(int value) {
            add((byte) value);
        }

        @Override
        public void write(byte[] source, int offset, int count) {
            for (int index = offset; index < offset + count; index++) {
                add(source[index]);
            }
        }

        private void add(byte value) {
            length++;
            if (value == ',' || value == '\n') {
                endField();
                if (value == '\n') {
                    endLine();
                }
            } else if (value == '-') {
                negative = true;
            } else if (value >= '0' && value <= '9') {
                // drops the decimal point, which leaves units of the last decimal
                number = 10 * number + value - '0';
            }
        }

        private void endField() {
            long value = negative ? -number : number;
            switch (field++) {
                case TIME_FIELD -> time = value;
                case METER_FIELD -> vid = value;
                case TEMPERATURE_FIELD -> temperature = value;
                default -> {}
            }
            number = 0;
            negative = false;
        }

        private void endLine() {
            int row = (int) (vid - Meter.FIRST_VID) * QUARTERS + (int) ((time - midnight) / 900);
            if (length > 255 || temperature != (short) temperature) {
                throw new IllegalStateException("A row that does not fit: %d bytes, %d".formatted(length, temperature));
            }
            // objects have rows of their own: no two threads write the same element
            bytes[row] = (byte) length;
            temperatures[row] = (short) temperature;
            length = 0;
            field = 0;
        }
    }

    /** Returns this object; throws if a row has not been generated. */
    Readings checked() {
        for (byte length : bytes) {
            if (length == 0) {
                throw new IllegalStateException("A reading is missing");
            }
        }
        return this;
    }

    /**
     * Returns a sample of uniformly drawn rows.
     *
     * @param dimensions how many of the dimensions it has, from the first one
     */
    Sample sample(int dimensions, int rows) {
        Sample.Builder sample = Sample.builder(columns(dimensions));
        Cursor cursor = cursor();
        Arrays.stream(Draws.of(SAMPLE_SEED, rows, rows()))
                .sorted()
                .forEach(row -> sample.add(cursor.at(row), bytes(row)));
        return sample.build();
    }
}
