// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.pruning;

import io.skipping.testing.lake.IndexedTable;
import io.skipping.testing.lake.LocalLake;
import io.skipping.testing.lake.Setting;
import io.skipping.testing.lake.Sql;
import io.skipping.testing.meters.HiveDdl;
import io.skipping.testing.meters.MeterOptions;
import io.skipping.testing.meters.MeterReadings;
import io.skipping.testing.meters.park.Meter;
import io.skipping.testing.meters.park.Neighbourhood;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;

/** Asks about meter readings in objects that are small areas: neighbourhoods, towns, meters, temperatures. */
final class MeterWorkload implements Workload {
    private static final double MOST_TIGHTNESS = 1.05;
    private static final double KILOMETRES = 5;
    private static final int METERS = 5;
    private static final double MOST_PERCENT_OF_OTHERS = 2;
    private static final int WARMEST = 10;
    private static final int MOST_OBJECTS_OF_WARMEST = 3;

    /** The table with the automatic indexes. */
    private static final String CHOSEN = "meters";
    /** A table over the same objects with the same indexes, and some that are made only on request. */
    private static final String ASKED = "meters_asked";

    private final MeterOptions options;
    private final boolean quick;
    private Lake.DataSet data;
    private int meters;
    private Meter meter;

    /** @param quick whether to look for fewer meters */
    MeterWorkload(MeterOptions options, boolean quick) {
        this.options = options;
        this.quick = quick;
    }

    @Override
    public String title() {
        return "Meter readings";
    }

    @Override
    public void prepare(Lake lake) throws IOException, SQLException {
        data = lake.write(
                CHOSEN,
                sink -> MeterReadings.generate(options, sink, (_, _, _) -> {}).bytes());
        meters = MeterReadings.meters(options);
        meter = MeterReadings.meter(options, meters / 2);
        createTable(lake, CHOSEN);
        lake.index(CHOSEN).build();
        createTable(lake, ASKED);
        IndexedTable asked = lake.index(ASKED);
        asked.requestSameAs(CHOSEN);
        asked.request("bbox", List.of("longitude", "latitude"));
        asked.request("prefix", List.of("city"));
        asked.build();
    }

    private void createTable(Lake lake, String table) throws SQLException {
        String catalog = LocalLake.SKIPPING_CATALOG;
        HiveDdl.TableFormat format = HiveDdl.tableFormat(options.format());
        lake.queries().rows(HiveDdl.createTable(format, catalog, Lake.schema(), table, data.location()));
        lake.queries().rows(HiveDdl.syncPartitions(catalog, Lake.schema(), table));
    }

    @Override
    public List<Group> groups(Lake lake) throws SQLException {
        return List.of(
                new Group(
                        "neighbourhood",
                        "Meter readings: a neighbourhood",
                        "%d CSV objects of %s MB, each the meters of a small area. %s km × %s km around meter %d in %s, and the"
                                        .formatted(
                                                options.objects(),
                                                options.megabytes(),
                                                number(KILOMETRES),
                                                number(KILOMETRES),
                                                meter.vid(),
                                                meter.town().name())
                                + " circle within that box; without and with an index of type `bbox` beside what is chosen.",
                        neighbourhoods(),
                        false,
                        OptionalDouble.empty(),
                        List.of(
                                List.of("meters/box/between", "meters/box/polygon"),
                                List.of("meters/box/between/bbox", "meters/box/polygon/bbox"))),
                new Group(
                        "meters",
                        "Meter readings: towns, meters, temperatures",
                        "The same objects; one question is asked with an index of type `prefix` beside what is chosen too.",
                        others(lake)),
                new Group(
                        "meter-ids",
                        "Meter readings: single meters",
                        "The same objects. Meters are in no order of their ids, each is in one object, and only Bloom filters"
                                + " tell in which: they take one in a thousand of the others for it on average. The target is %s %% of the others. The"
                                        .formatted(number(MOST_PERCENT_OF_OTHERS))
                                + " stock connector answered all in one scan.",
                        ids(),
                        true,
                        OptionalDouble.of(1 + MOST_PERCENT_OF_OTHERS / 100 * (options.objects() - 1)),
                        List.of()));
    }

    private List<PruningCase> neighbourhoods() {
        Neighbourhood box = Neighbourhood.box(meter.latitude(), meter.longitude(), KILOMETRES);
        String between = box.between();
        String polygon = "ST_Contains(%s, ST_Point(longitude, latitude))".formatted(box.polygon());
        String circle = format(
                "great_circle_distance(latitude, longitude, %.7f, %.7f) < %s",
                meter.latitude(), meter.longitude(), number(KILOMETRES / 2));
        List<PruningCase> cases = new ArrayList<>();
        for (String table : List.of(CHOSEN, ASKED)) {
            String suffix = table.equals(ASKED) ? "/bbox" : "";
            cases.add(rows("box/between" + suffix, table, between));
            cases.add(rows("box/polygon" + suffix, table, polygon));
            cases.add(rows("circle" + suffix, table, circle));
        }
        return cases;
    }

    private List<PruningCase> others(Lake lake) throws SQLException {
        String city = meter.town().name();
        List<PruningCase> cases = new ArrayList<>();
        cases.add(rows("city/equal", CHOSEN, "city = " + Sql.literal(city)));
        cases.add(rows("city/in", CHOSEN, "city IN (%s, 'Lille', 'Bordeaux')".formatted(Sql.literal(city))));
        String prefix = "city LIKE %s".formatted(Sql.literal(city.substring(0, 4) + "%"));
        cases.add(rows("city/prefix", CHOSEN, prefix));
        cases.add(rows("city/prefix/indexed", ASKED, prefix));
        double warm = quantile(lake, 0.999);
        cases.add(rows("temperature/above", CHOSEN, "temp > " + number(warm)));
        String warmest = "SELECT temp FROM %s ORDER BY temp DESC LIMIT " + WARMEST;
        cases.add(PruningCase.query(
                "meters/temperature/warmest",
                CHOSEN,
                warmest,
                fewestWithWarmest(lake),
                Target.objects(MOST_OBJECTS_OF_WARMEST)));
        cases.add(PruningCase.query(
                "meters/aggregates", CHOSEN, "SELECT count(*), min(temp), max(temp) FROM %s", 0, Target.NO_OBJECT));
        return cases;
    }

    private List<PruningCase> ids() {
        List<PruningCase> cases = new ArrayList<>();
        int count = quick ? 2 : METERS;
        for (int number = 1; number <= count; number++) {
            // meters are numbered in no order of places
            long vid =
                    MeterReadings.meter(options, number * meters / (count + 1)).vid();
            cases.add(PruningCase.where("meters/vid/" + number, CHOSEN, "vid = " + vid, "index", Target.NONE));
        }
        return cases;
    }

    private static double quantile(Lake lake, double part) throws SQLException {
        return (double) lake.queries()
                .rows("SELECT round(approx_percentile(temp, %s), 2) FROM %s"
                        .formatted(part, Lake.name(Setting.PLAIN, CHOSEN)))
                .getFirst()
                .getFirst();
    }

    /** Returns how few objects hold the warmest readings. */
    private static long fewestWithWarmest(Lake lake) throws SQLException {
        List<List<Object>> warmest = lake.queries().rows("""
                        SELECT path, temp FROM (
                            SELECT "$path" AS path, temp, row_number() OVER (PARTITION BY "$path" ORDER BY temp DESC) AS place
                            FROM %s)
                        WHERE place <= %d""".formatted(Lake.name(Setting.PLAIN, CHOSEN), WARMEST));
        return FewestObjects.with(
                warmest.stream()
                        .map(row -> new FewestObjects.Value((String) row.getFirst(), (double) row.getLast()))
                        .toList(),
                WARMEST);
    }

    private static PruningCase rows(String name, String table, String condition) {
        return PruningCase.where("meters/" + name, table, condition, "index", Target.tightness(MOST_TIGHTNESS));
    }

    @Override
    public List<IndexKind> indexes() {
        List<String> all = List.of(
                "date",
                "index",
                "sumhc",
                "sumhp",
                "type",
                "vid",
                "size",
                "temp",
                "city",
                "region",
                "latitude",
                "longitude");
        List<String> numbers = List.of("date", "vid", "temp", "latitude", "longitude");
        return List.of(
                kind("auto", all, Map.of(), OptionalDouble.of(0.5)),
                kind(
                        "gaps",
                        numbers,
                        Map.of("gaps", numbers.stream().map(List::of).toList()),
                        OptionalDouble.empty()),
                kind(
                        "bbox",
                        List.of("longitude", "latitude"),
                        Map.of("bbox", List.of(List.of("longitude", "latitude"))),
                        OptionalDouble.empty()),
                kind("prefix", List.of("city"), Map.of("prefix", List.of(List.of("city"))), OptionalDouble.empty()));
    }

    private IndexKind kind(
            String name, List<String> columns, Map<String, List<List<String>>> types, OptionalDouble mostPercent) {
        return new IndexKind(name, data, this::createTable, columns, types, mostPercent);
    }

    private static String number(double value) {
        return value == Math.rint(value) ? Long.toString(Math.round(value)) : Double.toString(value);
    }

    private static String format(String format, Object... arguments) {
        return String.format(Locale.ROOT, format, arguments);
    }
}
