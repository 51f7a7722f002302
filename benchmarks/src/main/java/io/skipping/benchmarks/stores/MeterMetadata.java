// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.stores;

import static io.skipping.index.value.ScalarType.BIGINT;
import static io.skipping.index.value.ScalarType.BOOLEAN;
import static io.skipping.index.value.ScalarType.DOUBLE;
import static io.skipping.index.value.ScalarType.VARCHAR;

import io.skipping.index.ByteRange;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.index.LiveObject;
import io.skipping.index.ObjectVersion;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.store.SegmentSink;
import io.skipping.index.store.TableIndex;
import io.skipping.index.value.ColumnBuilder;
import io.skipping.index.value.Key;
import io.skipping.index.value.KeyColumn;
import io.skipping.index.value.KeyRange;
import io.skipping.index.value.KeySet;
import io.skipping.index.value.ScalarType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Generates the metadata that an index would hold about a country's readings in many objects, without the readings:
 * bounds of four columns, a box, and the towns. Each object holds the meters of one cell of a square grid.
 */
public final class MeterMetadata {
    // origins are what the connector calls them in a table of these columns
    private static final int SEGMENT_OBJECTS = 100_000;
    private static final IndexedColumn LONGITUDE = new IndexedColumn("longitude", DOUBLE, "0:double");
    private static final IndexedColumn LATITUDE = new IndexedColumn("latitude", DOUBLE, "1:double");
    private static final IndexedColumn TEMP = new IndexedColumn("temp", DOUBLE, "2:double");
    private static final IndexedColumn VID = new IndexedColumn("vid", BIGINT, "3:bigint");
    private static final IndexedColumn CITY = new IndexedColumn("city", VARCHAR, "4:string");

    public static final List<IndexDefinition> DEFINITIONS = List.of(
            index("minmax", LONGITUDE),
            index("minmax", LATITUDE),
            index("minmax", TEMP),
            index("minmax", VID),
            index("bbox", LONGITUDE, LATITUDE),
            index("values", CITY));

    /** Number of folders that contain the objects. */
    public static final int FOLDERS = 12;

    private static final double WEST = -5;
    private static final double SOUTH = 42;
    private static final double DEGREES = 10;
    private static final long OBJECT_BYTES = 8 << 20;
    private static final long ROWS = 80_000;
    private static final long LONG_AGO = 1_700_000_000_000L;
    /** Number of cells of a town, along each axis. */
    private static final int TOWN_CELLS = 20;

    /** Number of cells along each axis. */
    private final int side;

    private final int objects;
    private final String location;
    private final String profile;

    /**
     * Creates the metadata.
     *
     * @param objects number of objects; if it is not a square number, there are empty cells in the north
     * @param profile how the objects would be read
     */
    public MeterMetadata(int objects, String location, String profile) {
        this.side = (int) Math.ceil(Math.sqrt(objects));
        this.objects = objects;
        this.location = location;
        this.profile = profile;
    }

    private static IndexDefinition index(String type, IndexedColumn... columns) {
        return new IndexDefinition(type, List.of(columns), Map.of());
    }

    public int objects() {
        return objects;
    }

    /** Returns the number of rows that all objects together claim to hold. */
    public long rows() {
        return objects * ROWS;
    }

    /** Returns an object. Its folder is its number modulo {@link #FOLDERS}. */
    public LiveObject object(int number) {
        // names are as long as real ones
        String path = "%s/part-%05d-7f3c2a9e-5b1d-4c7e-9a3f-%012d.csv"
                .formatted(folder(number % FOLDERS), number % 100_000, number);
        return new LiveObject(new ObjectVersion(path, OBJECT_BYTES, LONG_AGO + number), profile);
    }

    /** Returns the location of a folder, which is named like a partition. */
    public String folder(int number) {
        return "%s/dt=2026-%02d".formatted(location, 1 + number);
    }

    public List<LiveObject> all() {
        return IntStream.range(0, objects()).mapToObj(this::object).toList();
    }

    /** Builds and publishes an index of all objects. */
    public void fill(TableIndex index) {
        String build = index.beginBuild();
        for (int from = 0; from < objects(); from += SEGMENT_OBJECTS) {
            try (SegmentSink sink = index.newSegment(build, DEFINITIONS)) {
                for (int number = from; number < Math.min(objects(), from + SEGMENT_OBJECTS); number++) {
                    write(number, sink);
                }
                sink.finish();
            }
        }
        TableIndex.PublishResult result = index.publish(build, all());
        if (result.objects() != objects()) {
            throw new IllegalStateException("%s objects of %s are in the index".formatted(result.objects(), objects()));
        }
    }

    private void write(int number, SegmentSink sink) {
        double cell = DEGREES / side;
        double west = WEST + number % side * cell;
        double south = SOUTH + number / side * cell;
        double temp = Math.floorMod(number * 2_654_435_761L, 1000) / 20.0 - 10;
        List<List<KeyColumn>> summaries = List.of(
                bounds(DOUBLE, Key.ofDouble(west), Key.ofDouble(west + cell * 0.99)),
                bounds(DOUBLE, Key.ofDouble(south), Key.ofDouble(south + cell * 0.99)),
                bounds(DOUBLE, Key.ofDouble(temp), Key.ofDouble(temp + 10)),
                bounds(BIGINT, Key.of(number * 1000L), Key.of(number * 1000L + 999)),
                List.of(
                        list(DOUBLE, Key.ofDouble(west)),
                        list(DOUBLE, Key.ofDouble(west + cell * 0.99)),
                        list(DOUBLE, Key.ofDouble(south)),
                        list(DOUBLE, Key.ofDouble(south + cell * 0.99))),
                List.of(list(VARCHAR, Key.of(nameOfTown(number))), value(BIGINT, Key.of(0))));
        sink.add(object(number), new ByteRange(0, OBJECT_BYTES), ROWS, summaries);
    }

    private String nameOfTown(int number) {
        return "town-%d-%d".formatted(number % side / TOWN_CELLS, number / side / TOWN_CELLS);
    }

    private static List<KeyColumn> bounds(ScalarType type, Key min, Key max) {
        List<KeyColumn> fields = new ArrayList<>(List.of(
                value(type, min),
                value(type, max),
                value(BIGINT, Key.of(0)),
                value(BOOLEAN, Key.of(true)),
                value(BOOLEAN, Key.of(true))));
        if (type.equals(DOUBLE)) {
            fields.add(value(BOOLEAN, Key.of(false)));
        }
        return fields;
    }

    private static KeyColumn value(ScalarType type, Key value) {
        ColumnBuilder builder = ColumnBuilder.of(type, false);
        builder.append(value);
        return builder.build();
    }

    private static KeyColumn list(ScalarType type, Key value) {
        ColumnBuilder builder = ColumnBuilder.of(type, true);
        builder.appendList(elements -> elements.append(value));
        return builder.build();
    }

    /**
     * Returns the predicate for a box in the middle.
     *
     * @param part approximate fraction of all objects that have points in the box
     * @param variant number of the box; boxes of different numbers differ, but the same objects have points in them
     */
    public Predicate box(double part, int variant) {
        double[] box = edges(part, variant);
        return Predicate.and(List.of(between(LONGITUDE, box[0], box[1]), between(LATITUDE, box[2], box[3])));
    }

    /** Returns the same box as a condition in SQL. */
    public String boxInSql(double part, int variant) {
        double[] box = edges(part, variant);
        return "longitude BETWEEN %s AND %s AND latitude BETWEEN %s AND %s".formatted(box[0], box[1], box[2], box[3]);
    }

    /** Returns west, east, south and north. */
    private double[] edges(double part, int variant) {
        int cells = Math.max(1, (int) Math.round(side * Math.sqrt(part)));
        double cell = DEGREES / side;
        double from = (side - cells) / 2 * cell + cell * (0.1 + 0.0001 * variant);
        double to = from + (cells - 1) * cell + cell * 0.5;
        return new double[] {WEST + from, WEST + to, SOUTH + from, SOUTH + to};
    }

    private static Predicate between(IndexedColumn column, double low, double high) {
        return new Predicate.InSet(
                column,
                KeySet.of(DOUBLE, List.of(KeyRange.between(Key.ofDouble(low), Key.ofDouble(high))))
                        .orElseThrow());
    }

    /**
     * Returns the predicate for one town. It lists another town that varies but does not exist, so that predicates
     * differ.
     */
    Predicate town(int variant) {
        return new Predicate.InSet(
                CITY,
                KeySet.ofValues(
                                VARCHAR,
                                List.of(Key.of(nameOfTown(objects() / 2 + side / 2)), Key.of("no town " + variant)))
                        .orElseThrow());
    }
}
