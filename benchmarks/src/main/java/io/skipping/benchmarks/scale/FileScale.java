// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.scale;

import io.skipping.benchmarks.measure.Rounds;
import io.skipping.testing.console.Steps;
import io.skipping.testing.lake.IndexedTable;
import io.skipping.testing.lake.LocalLake;
import io.skipping.testing.lake.Queries;
import io.skipping.testing.meters.MeterReadings;
import io.skipping.testing.meters.park.Meter;
import io.skipping.testing.meters.park.Neighbourhood;
import java.io.IOException;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Measures tables of real objects. */
final class FileScale {
    private final Queries queries;
    private final FileTables tables;
    private final int rounds;
    private final Steps steps;

    FileScale(LocalLake lake, Queries queries, int rounds, Steps steps) {
        this.queries = queries;
        this.tables = new FileTables(lake, queries);
        this.rounds = rounds;
        this.steps = steps;
    }

    void prepare() throws SQLException {
        tables.createSchemas();
    }

    List<Point> measure(int objects) throws IOException, SQLException {
        Points points = new Points(Part.FILES, objects, steps);
        IndexedTable index = tables.createHive(objects);
        points.rate("build", Query.ICEBERG, tables.createIceberg(objects));
        // young objects are not indexed
        IndexedTable.awaitOldEnough();
        long start = System.nanoTime();
        index.buildOnce();
        points.rate("build", Query.SKIPPING, (System.nanoTime() - start) / 1e9);
        if (!index.isComplete()) {
            throw new SQLException("Not all objects are in the index");
        }
        points.bytes("index", Query.SKIPPING, index.bytes());

        Map<String, String> all = FileTables.tables(objects);
        Map<String, String> withBounds = new LinkedHashMap<>(all);
        withBounds.remove(Query.HIVE);
        String box = box(MeterReadings.meter(FileTables.options(objects), objects / 2));
        String mean = "SELECT count(*), avg(CAST(sumhc AS decimal(18, 6))) FROM %s WHERE ";
        points.runs("box", Query.of("box", mean + box, all).askOnce(queries));
        points.runs("plan", Query.of("plan", "EXPLAIN " + mean + box, all).askDifferent(queries, rounds));
        points.runs("list", Query.of("list", ListedScale.NO_OBJECT, all).ask(queries, rounds));
        Rounds<Query.Named> nothing =
                Query.of("nothing", mean + box + " AND temp > 1000", withBounds).ask(queries, rounds);
        points.runs("nothing", nothing);
        return points.all();
    }

    private static String box(Meter meter) {
        Neighbourhood box = Neighbourhood.box(meter.latitude(), meter.longitude(), 5);
        return box.between();
    }
}
