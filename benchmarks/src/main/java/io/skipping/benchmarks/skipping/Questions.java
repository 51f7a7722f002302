// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.skipping;

import io.skipping.testing.lake.Sql;
import io.skipping.testing.meters.park.Meter;
import io.skipping.testing.meters.park.Neighbourhood;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Lists questions that people ask about meter readings. */
final class Questions {
    /** The question that the product's claim is about: the neighbourhood of a meter. */
    static final String NEIGHBOURHOOD = "box-5km";

    /** Averages decimals, so that the result does not depend on the order of the rows. */
    private static final String ROWS = "SELECT count(*), avg(CAST(sumhc AS decimal(18, 6))) FROM %s WHERE ";

    /** Names questions about what Iceberg keeps no bounds of, or none that help. */
    static final Set<String> BEYOND_BOUNDS =
            Set.of("polygon-5km", "circle-5km", "city", "city-like", "city-contains", "city-lower", "meter");

    private Questions() {}

    /**
     * Returns the questions.
     *
     * @param meter the meter that most of them are about
     * @param warm a temperature that few readings exceed, °C
     * @param geospatialFunctions whether the server has them
     * @param towns the name in SQL of the table of towns to join with
     */
    static List<Question> about(Meter meter, double warm, boolean geospatialFunctions, String towns) {
        String city = meter.town().name();
        List<Question> all = new ArrayList<>();
        for (int km : new int[] {5, 10, 20}) {
            all.add(rows(
                    "box-%dkm".formatted(km), "a box of %d × %d km, by BETWEEN".formatted(km, km), between(meter, km)));
        }
        if (geospatialFunctions) {
            all.add(rows("polygon-5km", "the box of 5 × 5 km, by ST_Contains", polygon(meter, 5)));
            all.add(rows("circle-5km", "the circle within it, by great_circle_distance", circle(meter, 5)));
        }
        all.add(rows("heat-wave", "the warmest thousandth of the readings", "temp > " + warm));
        all.add(rows("city", "a town", "city = " + Sql.literal(city)));
        all.add(rows("cities", "three towns, by IN", "city IN (%s, 'Lille', 'Bordeaux')".formatted(Sql.literal(city))));
        all.add(rows(
                "city-like",
                "towns by the beginning of their names",
                "city LIKE " + Sql.literal(city.substring(0, Math.min(4, city.length())) + "%%")));
        all.add(rows(
                "city-contains",
                "towns by a part of their names",
                "city LIKE " + Sql.literal("%%" + city.substring(1, Math.min(5, city.length())) + "%%")));
        all.add(rows(
                "city-lower",
                "a town, whatever the case of its letters",
                "lower(city) = " + Sql.literal(city.toLowerCase(Locale.ROOT))));
        all.add(rows("meter", "a meter by its id, which are in no order", "vid = " + meter.vid()));
        all.add(new Question(
                "join",
                "towns of a small table, by a join",
                "SELECT count(*), avg(CAST(m.sumhc AS decimal(18, 6))) FROM %s m JOIN " + towns
                        + " t ON m.city = t.name"));
        all.add(
                new Question(
                        "top-10",
                        "the ten warmest readings",
                        "SELECT count(*), sum(CAST(temp AS decimal(9, 3))) FROM (SELECT temp FROM %s ORDER BY temp DESC LIMIT 10)"));
        all.add(new Question(
                "limit-100",
                "any hundred readings of a neighbourhood",
                "SELECT count(*) FROM (SELECT vid FROM %s WHERE " + between(meter, 20) + " LIMIT 100)"));
        all.add(new Question("min-max", "count, least and greatest", "SELECT count(*), min(temp), max(temp) FROM %s"));
        all.add(rows("scan", "all readings, by a condition that nothing can be skipped by", "temp <> 15.2"));
        return all;
    }

    private static Question rows(String name, String description, String condition) {
        return new Question(name, description, ROWS + condition);
    }

    private static String between(Meter meter, double km) {
        return Neighbourhood.box(meter.latitude(), meter.longitude(), km).between();
    }

    private static String polygon(Meter meter, double km) {
        Neighbourhood box = Neighbourhood.box(meter.latitude(), meter.longitude(), km);
        return "ST_Contains(%s, ST_Point(longitude, latitude))".formatted(box.polygon());
    }

    private static String circle(Meter meter, double km) {
        return format(
                "great_circle_distance(latitude, longitude, %.7f, %.7f) < %.1f",
                meter.latitude(), meter.longitude(), km / 2);
    }

    private static String format(String format, Object... arguments) {
        return String.format(Locale.ROOT, format, arguments);
    }
}
