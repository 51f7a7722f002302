// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.trips;

import static io.trino.spi.type.DateType.DATE;
import static io.trino.spi.type.DoubleType.DOUBLE;
import static io.trino.spi.type.IntegerType.INTEGER;
import static io.trino.spi.type.TimestampType.TIMESTAMP_MILLIS;
import static io.trino.spi.type.VarcharType.VARCHAR;
import static java.util.stream.Collectors.joining;

import io.airlift.slice.Slices;
import io.skipping.testing.meters.format.KeptOpenOutputStream;
import io.trino.parquet.writer.ParquetSchemaConverter;
import io.trino.parquet.writer.ParquetWriter;
import io.trino.parquet.writer.ParquetWriterOptions;
import io.trino.spi.PageBuilder;
import io.trino.spi.block.BlockBuilder;
import io.trino.spi.type.DecimalType;
import io.trino.spi.type.Type;
import java.io.IOException;
import java.io.OutputStream;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.apache.parquet.format.CompressionCodec;
import org.joda.time.DateTimeZone;

/** Writes trips as Parquet with Trino's own writer: one row group, compressed with ZSTD. */
final class ParquetTrips {
    private static final Map<String, Type> TYPES = types();

    static final String COLUMNS = TYPES.entrySet().stream()
            .map(column -> column.getKey() + " " + column.getValue().getDisplayName())
            .collect(joining(", "));

    /** The version alone, since the writer adds "trino-" itself. */
    private static final String WRITER_VERSION = "476";

    private ParquetTrips() {}

    private static Map<String, Type> types() {
        Type money = DecimalType.createDecimalType(9, 2);
        Map<String, Type> types = new LinkedHashMap<>();
        types.put("trip_id", VARCHAR);
        types.put("vendor", VARCHAR);
        types.put("pickup", TIMESTAMP_MILLIS);
        types.put("dropoff", TIMESTAMP_MILLIS);
        types.put("pickup_day", DATE);
        types.put("passengers", INTEGER);
        types.put("distance", DecimalType.createDecimalType(7, 2));
        types.put("pickup_zone", INTEGER);
        types.put("dropoff_zone", INTEGER);
        types.put("pickup_longitude", DOUBLE);
        types.put("pickup_latitude", DOUBLE);
        types.put("fare", money);
        types.put("tip", money);
        types.put("total", money);
        types.put("payment", VARCHAR);
        types.put("status", VARCHAR);
        types.put("plate", VARCHAR);
        types.put("comment", VARCHAR);
        types.put("extra", VARCHAR);
        return types;
    }

    static void write(List<Trip> trips, OutputStream out) throws IOException {
        List<Type> types = List.copyOf(TYPES.values());
        ParquetSchemaConverter schema = new ParquetSchemaConverter(types, List.copyOf(TYPES.keySet()), false, false);
        try (ParquetWriter writer = new ParquetWriter(
                new KeptOpenOutputStream(out),
                schema.getMessageType(),
                schema.getPrimitiveTypes(),
                ParquetWriterOptions.builder().build(),
                CompressionCodec.ZSTD,
                WRITER_VERSION,
                Optional.of(DateTimeZone.UTC),
                Optional.empty())) {
            PageBuilder page = new PageBuilder(types);
            for (Trip trip : trips) {
                page.declarePosition();
                new Fields(page, types).put(trip);
            }
            writer.write(page.build());
        }
    }

    /** Appends the fields of a trip to a page, in the order of the columns. */
    private static final class Fields {
        private final PageBuilder page;
        private final List<Type> types;
        private int next;

        Fields(PageBuilder page, List<Type> types) {
            this.page = page;
            this.types = types;
        }

        void put(Trip trip) {
            put(trip.id());
            put(trip.vendor());
            put(trip.pickup());
            put(trip.dropoff());
            put(trip.pickup().toLocalDate().toEpochDay());
            put(trip.passengers());
            put(trip.distance());
            put(trip.pickupZone());
            put(trip.dropoffZone());
            put(trip.longitude());
            put(trip.latitude());
            put(trip.fare());
            put(trip.tip());
            put(trip.total());
            put(trip.payment());
            put(trip.status());
            put(trip.plate());
            if (trip.comment().isPresent()) {
                put(trip.comment().get());
            } else {
                putNull();
            }
            put(JsonTrips.text(trip.extra()));
        }

        private void put(String text) {
            VARCHAR.writeSlice(column(), Slices.utf8Slice(text));
        }

        private void put(LocalDateTime time) {
            put(time.toEpochSecond(ZoneOffset.UTC) * 1_000_000);
        }

        private void put(double number) {
            DOUBLE.writeDouble(column(), number);
        }

        private void put(long number) {
            Type type = types.get(next);
            type.writeLong(column(), number);
        }

        private void put(OptionalInt number) {
            if (number.isPresent()) {
                put(number.getAsInt());
            } else {
                putNull();
            }
        }

        private void put(OptionalLong number) {
            if (number.isPresent()) {
                put(number.getAsLong());
            } else {
                putNull();
            }
        }

        private void putNull() {
            column().appendNull();
        }

        private BlockBuilder column() {
            return page.getBlockBuilder(next++);
        }
    }
}
