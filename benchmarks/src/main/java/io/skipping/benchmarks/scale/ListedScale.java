// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.scale;

import io.skipping.benchmarks.measure.Rounds;
import io.skipping.benchmarks.stores.MeterMetadata;
import io.skipping.benchmarks.stores.StoreMeasurement;
import io.skipping.benchmarks.stores.TestedStore;
import io.skipping.index.IndexedTable;
import io.skipping.index.LiveObject;
import io.skipping.index.snapshot.IndexSnapshot;
import io.skipping.testing.console.Steps;
import io.skipping.testing.lake.LocalLake;
import io.skipping.testing.lake.Queries;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Measures tables whose objects are only listed, and their indexes. */
final class ListedScale {
    /** Needs the whole listing, but no object. */
    static final String NO_OBJECT = "SELECT count(*) FROM %s WHERE \"$path\" = 'none'";

    /** The fraction of the objects that have points in the box. */
    private static final double BOX = 0.0001;

    private static final String QUERY = "SELECT count(*), avg(temp) FROM %s WHERE ";
    private static final int LOOKUPS_TO_WARM_UP = 20;
    private static final int LOOKUPS = 15;

    private final Queries queries;
    private final TestedStore store;
    private final ListedTables tables;
    private final ServerHeap server;
    private final Steps steps;
    private String profile;

    ListedScale(LocalLake lake, Queries queries, TestedStore store, Steps steps) {
        this.queries = queries;
        this.store = store;
        this.tables = new ListedTables(lake, queries);
        this.server = new ServerHeap(lake.trino().pid());
        this.steps = steps;
    }

    void prepare() throws IOException, SQLException {
        profile = profile(tables.createOneToReadAs());
    }

    /** Returns how the connector reads the objects of a table that has an index. */
    private String profile(IndexedTable table) {
        List<String> profiles = new ArrayList<>();
        store.open(table)
                .current()
                .orElseThrow()
                .forEachRange(range -> profiles.add(range.object().profile().text()));
        return profiles.getFirst();
    }

    List<Point> measure(int objects, int rounds) throws IOException, SQLException {
        Points points = new Points(Part.LISTED, objects, steps);
        IndexedTable table = ListedTables.indexed(ListedTables.name(objects));
        MeterMetadata data = new MeterMetadata(objects, table.location(), profile);
        askIndex(points, new StoreMeasurement(store, data, table), data, rounds);
        tables.create(data);
        askTrino(points, data, rounds);
        return points.all();
    }

    private static void askIndex(Points points, StoreMeasurement index, MeterMetadata data, int rounds) {
        points.rate("fill", Query.SKIPPING, index.load());
        points.bytes("index", Query.SKIPPING, index.storedBytes());
        points.seconds(
                "open",
                Query.SKIPPING,
                IntStream.range(0, rounds).mapToDouble(number -> index.cold(data.box(BOX, number))));
        points.bytes("heap", Query.SKIPPING, index.heapBytes(data.box(BOX, 0)));
        IndexSnapshot snapshot = index.snapshot();
        for (int number = 0; number < LOOKUPS_TO_WARM_UP; number++) {
            index.lookupSeconds(snapshot, data.box(BOX, number));
        }
        points.seconds(
                "lookup",
                Query.SKIPPING,
                IntStream.range(0, LOOKUPS)
                        .mapToDouble(
                                number -> index.lookupSeconds(snapshot, data.box(BOX, LOOKUPS_TO_WARM_UP + number))));
        List<LiveObject> all = data.all();
        points.seconds(
                "each",
                Query.SKIPPING,
                IntStream.range(0, rounds)
                        .mapToDouble(number -> StoreMeasurement.answer(snapshot, data.box(BOX, number), all)
                                .seconds()));
    }

    private void askTrino(Points points, MeterMetadata data, int rounds) throws IOException, SQLException {
        Map<String, String> both = new LinkedHashMap<>();
        for (String system : List.of(Query.HIVE, Query.SKIPPING)) {
            both.put(
                    system,
                    "%s.%s.%s"
                            .formatted(Query.catalog(system), ListedTables.SCHEMA, ListedTables.name(data.objects())));
        }
        String box = QUERY + data.boxInSql(BOX, 0);
        // the first query with skipping loads the index into memory
        queries.rows(NO_OBJECT.formatted(both.get(Query.HIVE)));
        long before = server.live();
        points.runs("list", Query.of("list", NO_OBJECT, both).ask(queries, rounds));
        points.runs("plan", Query.of("plan", "EXPLAIN " + box, both).askDifferent(queries, rounds));
        Map<String, String> ours = Map.of(Query.SKIPPING, both.get(Query.SKIPPING));
        Rounds<Query.Named> nothing =
                Query.of("nothing", box + " AND temp > 1000", ours).ask(queries, rounds);
        points.runs("nothing", nothing);
        Rounds<Query.Named> count =
                Query.of("count", "SELECT count(*) FROM %s", ours).ask(queries, rounds);
        points.runs("count", count);
        points.bytes("server-heap", Query.SKIPPING, Math.max(0, server.live() - before));
        Object counted = count.row().getFirst();
        if (!counted.equals(data.rows())) {
            throw new SQLException("RESULTS DIFFER, this is a bug, please report it: %s rows are counted instead of %d"
                    .formatted(counted, data.rows()));
        }
    }
}
