// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.pruning;

import io.skipping.testing.lake.IndexedTable;
import io.skipping.testing.lake.Setting;
import java.io.IOException;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.IntFunction;

/** Asks every kind of condition on clustered data; each condition selects values of some objects. */
final class EventWorkload implements Workload {
    private static final double MOST_TIGHTNESS = 1.05;

    /** The table with the automatic indexes. */
    private static final String CHOSEN = "events";
    /** A table over the same objects with requested indexes. */
    private static final String ASKED = "events_asked";

    private final Events events;
    private final boolean quick;

    /** @param quick whether to ask only one question of each kind */
    EventWorkload(Events events, boolean quick) {
        this.events = events;
        this.quick = quick;
    }

    @Override
    public String title() {
        return "Events";
    }

    @Override
    public void prepare(Lake lake) throws IOException, SQLException {
        Lake.DataSet data = lake.write("events", events::generate);
        for (String table : List.of(CHOSEN, ASKED)) {
            lake.queries()
                    .rows("CREATE TABLE %s (%s) WITH (format = 'JSON', external_location = '%s')"
                            .formatted(Lake.name(Setting.SKIPPING, table), Events.COLUMNS, data.location()));
        }
        IndexedTable asked = lake.index(ASKED);
        asked.request("values", List.of("elements(tags)"));
        asked.request("values", List.of("element_at(attributes, 'agent')"));
        // fails where there is no such key, so that it is another expression
        asked.request("values", List.of("attributes['agent']"));
        asked.request("values", List.of("place.city"));
        asked.request("minmax", List.of("place.x"));
        asked.request("minmax", List.of("place.y"));
        asked.request("gaps", List.of("level"));
        asked.request("prefix", List.of("path"));
        asked.request("bbox", List.of("x", "y"));
        asked.build();
        lake.index(CHOSEN).build();
    }

    @Override
    public List<Group> groups(Lake lake) {
        List<Group> groups = new ArrayList<>();
        groups.add(group("equal", "=", CHOSEN, object -> "id = " + events.id(object, events.rows() / 3)));
        groups.add(group(
                "in",
                "IN",
                CHOSEN,
                object -> "name IN ('%s', '%s', '%s')"
                        .formatted(events.name(object, 0), events.name(object, events.rows() / 2), events.name(0, 0))));
        groups.add(group(
                "range",
                "BETWEEN",
                CHOSEN,
                object -> "id BETWEEN %d AND %d".formatted(events.id(object, 10), events.id(object + 1, 10))));
        groups.add(group(
                "range-overlapping",
                "BETWEEN, where neighbours overlap",
                CHOSEN,
                object -> "amount BETWEEN %d AND %d".formatted(10 * object, 10 * object + 7)));
        groups.add(group("box", "A box by four comparisons", CHOSEN, this::box));
        groups.add(group("box-indexed", "The same by bbox", ASKED, this::box));
        groups.add(group("polygon-indexed", "The same by ST_Contains and bbox", ASKED, this::polygon));
        groups.add(group(
                "like-prefix",
                "LIKE 'text%'",
                CHOSEN,
                object -> "name LIKE '%s%%'".formatted(events.name(object, 0).substring(0, "acct-000".length()))));
        groups.add(group("time", "Functions of time", CHOSEN, object -> switch (object % 3) {
            case 0 -> "year(at) = " + events.at(object, 0).getYear();
            case 1 ->
                "date_trunc('day', at) = TIMESTAMP '%s 00:00:00'"
                        .formatted(events.at(object, 1).toLocalDate());
            default ->
                "CAST(at AS date) = DATE '%s'".formatted(events.at(object, 1).toLocalDate());
        }));
        groups.add(group(
                "cast",
                "CAST of text",
                CHOSEN,
                object -> object % 2 == 0
                        ? "CAST(reading AS double) > %d AND CAST(reading AS double) < %d"
                                .formatted(10 * object, 10 * object + 5)
                        : "CAST(day AS date) = DATE '%s'"
                                .formatted(events.at(object, 1).toLocalDate())));
        groups.add(group(
                "array",
                "contains(array, x)",
                ASKED,
                object -> "contains(tags, '%s')".formatted(Events.batch(object))));
        groups.add(group(
                "map",
                "element_at(map, key), map[key]",
                ASKED,
                object -> object % 2 == 0
                        ? "element_at(attributes, 'agent') = '%s'".formatted(Events.agent(object))
                        : "attributes['agent'] = '%s'".formatted(Events.agent(object))));
        groups.add(group(
                "row",
                "row.field",
                ASKED,
                object -> object % 2 == 0
                        ? "place.city = '%s'".formatted(Events.city(object))
                        : "place.x BETWEEN %1$d AND %2$d AND place.y BETWEEN %3$d AND %4$d"
                                .formatted(
                                        10 * Events.column(object) + 1,
                                        10 * Events.column(object) + 9,
                                        10 * Events.column(object >> 1) + 1,
                                        10 * Events.column(object >> 1) + 9)));
        groups.add(group("arithmetic", "Monotone arithmetic", CHOSEN, object -> switch (object % 3) {
            case 0 -> "id * 2 + 1 = " + (2 * events.id(object, 5) + 1);
            case 1 -> "-amount BETWEEN %d AND %d".formatted(-10 * object - 5, -10 * object);
            default ->
                "at + INTERVAL '1' DAY BETWEEN TIMESTAMP '%s' AND TIMESTAMP '%s'"
                        .formatted(
                                sql(events.at(object, 10).plusDays(1)),
                                sql(events.at(object, 20).plusDays(1)));
        }));
        groups.add(
                group("null", "IS NOT NULL", CHOSEN, object -> "note IS NOT NULL AND id >= " + events.id(object, 0)));
        groups.add(group(
                "gap",
                "Numbers between two groups of others, by gaps",
                ASKED,
                object -> "level BETWEEN %1$.0f AND %1$.0f + 4".formatted(events.level(object, true))));
        groups.add(group(
                "prefix",
                "LIKE 'text%' in no order, by prefix",
                ASKED,
                object -> "path LIKE '%s%%'".formatted(events.path(object, true))));
        return groups;
    }

    private Group group(String name, String title, String table, IntFunction<String> condition) {
        List<PruningCase> cases = new ArrayList<>();
        // odd and even ones, and all remainders of three
        List<Integer> objects = List.of(events.objects() / 5, events.objects() / 2 + 1, events.objects() * 4 / 5 + 1);
        for (int object : quick ? objects.subList(0, 1) : objects) {
            cases.add(PruningCase.where(
                    "family/%s/%d".formatted(name, object), table, condition.apply(object), "id", Target.NONE));
        }
        return new Group(
                "family/" + name,
                "Clustered events: " + title,
                "",
                cases,
                false,
                OptionalDouble.of(MOST_TIGHTNESS),
                List.of());
    }

    /** Returns a condition for a box that overlaps the squares of several objects. */
    private String box(int object) {
        double[] box = corners(object);
        return String.format(
                Locale.ROOT, "x BETWEEN %.1f AND %.1f AND y BETWEEN %.1f AND %.1f", box[0], box[1], box[2], box[3]);
    }

    private String polygon(int object) {
        double[] box = corners(object);
        return String.format(
                Locale.ROOT,
                "ST_Contains(ST_GeometryFromText('POLYGON ((%1$.1f %3$.1f, %2$.1f %3$.1f, %2$.1f %4$.1f, %1$.1f %4$.1f,"
                        + " %1$.1f %3$.1f))'), ST_Point(x, y))",
                box[0],
                box[1],
                box[2],
                box[3]);
    }

    private static double[] corners(int object) {
        double x = 10 * Events.column(object);
        double y = 10 * Events.column(object >> 1);
        return new double[] {x + 4, x + 16, y + 4, y + 16};
    }

    private static String sql(LocalDateTime time) {
        return time.toString().replace('T', ' ');
    }

    @Override
    public List<IndexKind> indexes() {
        return List.of();
    }
}
