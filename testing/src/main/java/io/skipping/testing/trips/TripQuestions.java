// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.trips;

import static io.skipping.testing.trips.TripQuestion.where;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Lists what a new user asks of trips. */
public final class TripQuestions {
    /** Is the name of the table of CSV. */
    public static final String CSV = "trips_csv";
    /** Is the name of the table of CSV in gzip. */
    public static final String GZIP = "trips_gzip";
    /** Is the name of the table of Parquet. */
    public static final String PARQUET = "trips_parquet";
    /** Is the name of the table of JSON. */
    public static final String JSON = "trips_json";

    /** The trips of which some are asked for by their identifiers; in years of more objects, trips of seed 1 have the same. */
    private static final TripOptions TRIPS = new TripOptions(1, 60, 201);

    private TripQuestions() {}

    /** Returns the tables, and the format of each. */
    public static Map<String, TripFormat> tables() {
        Map<String, TripFormat> tables = new LinkedHashMap<>();
        tables.put(CSV, TripFormat.CSV);
        tables.put(GZIP, TripFormat.CSV_GZIP);
        tables.put(PARQUET, TripFormat.PARQUET);
        tables.put(JSON, TripFormat.JSON);
        return tables;
    }

    /**
     * Returns a statement that creates the table of zones, which a question joins with trips.
     *
     * @param catalogAndSchema where trips are, too
     */
    public static String createZones(String catalogAndSchema) {
        return "CREATE TABLE " + catalogAndSchema
                + ".zones AS SELECT zone, 'Zone ' || CAST(zone AS varchar) AS name, CASE WHEN zone < 200 THEN 'Manhattan' WHEN zone IN (204, 234) THEN 'Montauk' ELSE 'Long Island' END AS borough FROM UNNEST(sequence(1, 260)) AS t(zone)";
    }

    /** Returns all questions. */
    public static List<TripQuestion> all() {
        return Stream.of(csv(), gzip(), parquet(), json()).flatMap(List::stream).toList();
    }

    private static List<TripQuestion> csv() {
        return List.of(
                where(
                        "a day, by CAST",
                        CSV,
                        "count(*), sum(CAST(total AS decimal(9, 2)))",
                        "CAST(pickup AS timestamp) >= TIMESTAMP '2026-03-20 00:00:00' AND CAST(pickup AS timestamp) < TIMESTAMP '2026-03-21 00:00:00'"),
                where(
                        "a morning, by date_parse",
                        CSV,
                        "trip_id, pickup, fare",
                        "date_parse(pickup, '%Y-%m-%d %H:%i:%s') BETWEEN TIMESTAMP '2026-06-05 00:00:00' AND TIMESTAMP '2026-06-05 12:00:00'"),
                where(
                        "a day, by substr",
                        CSV,
                        "count(*), count(DISTINCT plate)",
                        "substr(pickup, 1, 10) = '2026-05-10'"),
                where(
                        "a month of a cast",
                        CSV,
                        "count(*), avg(CAST(distance AS decimal(7, 2)))",
                        "month(CAST(pickup AS timestamp)) = 11"),
                where("a zone, as text", CSV, "trip_id, pickup, dropoff_zone", "pickup_zone = '207'"),
                where("zones, as numbers", CSV, "count(*)", "CAST(pickup_zone AS integer) IN (203, 204)"),
                where("a word of comments", CSV, "trip_id, plate, comment", "comment LIKE '%violin%'"),
                where("a plate, however it is typed", CSV, "pickup, dropoff, plate", "lower(trim(plate)) = 'tp-2415'"),
                where(
                        "a box of coordinates",
                        CSV,
                        "trip_id, pickup_zone",
                        "CAST(pickup_longitude AS double) BETWEEN -73.26 AND -73.23 AND CAST(pickup_latitude AS double) BETWEEN 40.89 AND 40.92"),
                where(
                        "a driver, in JSON",
                        CSV,
                        "count(*), count(DISTINCT plate)",
                        "json_extract_scalar(extra, '$.driver') = 'D-1100'"));
    }

    private static List<TripQuestion> gzip() {
        return List.of(
                where("a day, as text", GZIP, "trip_id, total", "pickup BETWEEN '2026-08-20' AND '2026-08-21'"),
                where(
                        "a month, by date_format",
                        GZIP,
                        "count(*), count(DISTINCT plate)",
                        "date_format(CAST(pickup AS timestamp), '%Y-%m') = '2026-02'"),
                where(
                        "a day, by CAST to date",
                        GZIP,
                        "count(*)",
                        "CAST(CAST(pickup AS timestamp) AS date) = DATE '2026-10-05'"),
                where(
                        "large tips, where blank is none",
                        GZIP,
                        "trip_id, tip",
                        "coalesce(CAST(NULLIF(tip, '') AS decimal(9, 2)), 0) > 200"),
                new TripQuestion(
                        "the ten dearest trips",
                        GZIP,
                        "SELECT trip_id, total FROM CATALOG.trips_gzip ORDER BY CAST(total AS decimal(9, 2)) DESC LIMIT 10",
                        "CAST(total AS decimal(9, 2)) >= (SELECT min(total) FROM (SELECT CAST(total AS decimal(9, 2)) AS total FROM CATALOG.trips_gzip ORDER BY 1 DESC LIMIT 10))"),
                new TripQuestion(
                        "the last trip, of a cast",
                        GZIP,
                        "SELECT max(CAST(pickup AS timestamp)) FROM CATALOG.trips_gzip",
                        "CAST(pickup AS timestamp) = (SELECT max(CAST(pickup AS timestamp)) FROM CATALOG.trips_gzip)"),
                where(
                        "lost things, by a regular expression",
                        GZIP,
                        "trip_id, comment",
                        "regexp_like(comment, 'Lost: (guitar|briefcase)')"),
                where(
                        "a polygon",
                        GZIP,
                        "trip_id, plate",
                        "ST_Contains(ST_GeometryFromText('POLYGON ((-73.12 40.83, -73.08 40.83, -73.08 40.86, -73.12 40.86, -73.12 40.83))'), ST_Point(CAST(pickup_longitude AS double), CAST(pickup_latitude AS double)))"));
    }

    private static List<TripQuestion> parquet() {
        return List.of(
                where(
                        "a day of a timestamp",
                        PARQUET,
                        "count(*), sum(total)",
                        "pickup >= TIMESTAMP '2026-04-20 00:00:00' AND pickup < TIMESTAMP '2026-04-21 00:00:00'"),
                where(
                        "Christmas Eve in New York",
                        PARQUET,
                        "count(*), sum(tip)",
                        "pickup AT TIME ZONE 'America/New_York' >= TIMESTAMP '2026-12-24 00:00:00 America/New_York' AND pickup AT TIME ZONE 'America/New_York' < TIMESTAMP '2026-12-25 00:00:00 America/New_York'"),
                where(
                        "two trips",
                        PARQUET,
                        "*",
                        "trip_id IN ('%s', '%s')".formatted(Trips.id(TRIPS, 7, 100), Trips.id(TRIPS, 31, 200))),
                new TripQuestion(
                        "a join with zones",
                        PARQUET,
                        "SELECT z.name, count(*), sum(t.fare) FROM CATALOG.trips_parquet t JOIN CATALOG.zones z ON t.pickup_zone = z.zone WHERE z.borough = 'Montauk' GROUP BY z.name",
                        "pickup_zone IN (SELECT zone FROM CATALOG.zones WHERE borough = 'Montauk')"),
                new TripQuestion(
                        "the twenty latest",
                        PARQUET,
                        "SELECT trip_id, pickup, total FROM CATALOG.trips_parquet ORDER BY pickup DESC LIMIT 20",
                        "pickup >= (SELECT min(pickup) FROM (SELECT pickup FROM CATALOG.trips_parquet ORDER BY 1 DESC LIMIT 20))"),
                where("a zone, as text", PARQUET, "count(*)", "CAST(pickup_zone AS varchar) = '211'"),
                where(
                        "pairs of zone and payment",
                        PARQUET,
                        "trip_id, fare",
                        "(pickup_zone, payment) IN ((203, 'voucher'), (203, 'cash'))"),
                where(
                        "a week, in seconds",
                        PARQUET,
                        "count(*)",
                        "to_unixtime(pickup) BETWEEN 1781000000 AND 1781100000"),
                where("dear trips, rounded", PARQUET, "trip_id, total", "round(total) > 400"));
    }

    private static List<TripQuestion> json() {
        return List.of(
                where(
                        "a day, in ISO 8601",
                        JSON,
                        "count(*), sum(total)",
                        "from_iso8601_timestamp(pickup) >= TIMESTAMP '2026-07-04 00:00:00 UTC' AND from_iso8601_timestamp(pickup) < TIMESTAMP '2026-07-05 00:00:00 UTC'"),
                where("a month, by substr", JSON, "count(*)", "substr(pickup, 1, 7) = '2026-04'"),
                where("a driver, in a row", JSON, "count(*), max(pickup)", "extra.driver = 'D-1130'"),
                where("a tag", JSON, "trip_id, element_at(tags, 1)", "contains(tags, 'stand-209')"),
                where("a status, in small letters", JSON, "trip_id, plate", "lower(status) = 'disputed'"),
                where("trips without an end", JSON, "count(*)", "dropoff_zone IS NULL"),
                where(
                        "free rides, by CASE",
                        JSON,
                        "count(*)",
                        "CASE WHEN payment = 'voucher' THEN 'free' ELSE 'paid' END = 'free'"));
    }
}
