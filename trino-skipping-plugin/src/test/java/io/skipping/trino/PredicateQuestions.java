// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static java.util.stream.Collectors.joining;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;

/** The conditions that {@link TestPredicates} asks, and the rows that it asks them of. */
final class PredicateQuestions {
    private PredicateQuestions() {}

    /**
     * A condition that the page tells of.
     *
     * @param section of the page
     */
    record Question(String section, String condition) {}

    /** Returns the query for the rows of an object; objects hold different values of each column. */
    static String rows(int object) {
        String given = """
                SELECT
                    k, i, id, day,
                    element_at(ARRAY['Aachen', 'Berlin', 'Cologne', 'Dresden', 'Essen', 'Fürth', 'Gießen', 'Hanau'], k + 1)
                            || IF(i % 4 = 0, '', '-' || CAST(i % 7 AS varchar)) AS name
                FROM (
                    SELECT k, i, (k - 2) * 100 + i AS id, date '2020-01-15' + interval '1' month * k + interval '1' day * (i % 10) AS day
                    FROM (SELECT bigint '$OBJECT' AS k, CAST(i AS bigint) AS i FROM UNNEST(sequence(0, 19)) AS t(i)))
                """.replace("$OBJECT", String.valueOf(object));
        return COLUMNS.entrySet().stream()
                .map(column -> (object % 2 == 0 ? "IF(i < 19, %s) AS %s" : "%s AS %s")
                        .formatted(column.getValue(), column.getKey()))
                .collect(joining(",\n", "SELECT\n", "\nFROM (" + given + ")"));
    }

    /** Columns, and what is in them: k is the number of the object, i that of the row. */
    private static final Map<String, String> COLUMNS = ImmutableMap.<String, String>builder()
            .put("id", "id")
            .put("n", "CAST(id AS integer)")
            .put("dec", "CAST(k * 10 + i * 0.25 AS decimal(10, 2))")
            .put("dbl", "IF(k = 0 AND i = 0, -0e0, k * 10 + i * 0.25e0)")
            .put("odd", "IF(k = 6 AND i = 3, nan(), k * 10 + i * 0.25e0)")
            .put("day", "day")
            .put("single", "date '2020-03-16' + interval '1' day * k")
            .put("ts", "CAST(day AS timestamp(3)) + interval '1' hour * i + interval '1799.5' second")
            .put("s", "name")
            .put("padded", "IF(i % 3 = 1, '  ', '') || name || IF(i % 3 = 2, ' ', '')")
            .put("tday", "CAST(day AS varchar)")
            .put("tsingle", "CAST(date '2020-03-16' + interval '1' day * k AS varchar)")
            .put("tts", "date_format(CAST(day AS timestamp(3)) + interval '61' minute * i, '%Y-%m-%d %H:%i:%s')")
            .put("us", "date_format(day, '%m/%d/%Y')")
            .put("num", "CAST(k * 10 + i * 0.25 AS varchar)")
            .put(
                    "j",
                    "'{\"a\": \"' || name || '\", \"b\": {\"c\": ' || CAST(id AS varchar) || '}, \"tags\": [\"' || name || '\"]}'")
            .put("c", "CAST(substr(name, 1, 3) AS char(5))")
            .put(
                    "prose",
                    "'It was a ' || element_at(ARRAY['dark', 'bright', 'rainy', 'windy', 'foggy', 'sunny', 'frosty', 'cloudy'], k + 1) || ' night in ' || name")
            .put("r", "CAST(ROW(name, id) AS ROW(name varchar, n bigint))")
            .put("m", "MAP(ARRAY['k', 'x'], ARRAY[name, 'y'])")
            .put("tags", "ARRAY[name, 't' || CAST(id AS varchar)]")
            .put("marks", "ARRAY[substr(name, 1, 1), IF(i % 5 = 2, NULL, substr(name, 1, 1))]")
            .put("flags", "ARRAY[k < 4, IF(i % 5 = 2, NULL, k < 4)]")
            .put("marked", "IF(i % 5 = 2, U&'\\FEFF', '') || '{\"a\": \"' || name || '\"}'")
            .put("lines", "IF(i % 3 = 0, 'first' || chr(10), '') || name || IF(i % 3 = 1, chr(10) || 'last', '')")
            .put(
                    "old",
                    "timestamp '1890-01-31 23:59:59.600' + interval '12' year * k + interval '1' month * (i % 5) + interval '1' hour * (i / 5)")
            .buildOrThrow();

    /** Returns all questions, in the order of the page. */
    static List<Question> all() {
        return ImmutableList.<Question>builder()
                .addAll(of("Text", TEXT))
                .addAll(of("Numbers", NUMBERS))
                .addAll(of("Dates and times", TIMES))
                .addAll(of("Text that holds numbers or times", CASTS))
                .addAll(of("Conditions and NULL", CONDITIONS))
                .addAll(of("Rows, maps, arrays and JSON", NESTED))
                .build();
    }

    private static List<Question> of(String section, List<String> conditions) {
        return conditions.stream()
                .map(condition -> new Question(section, condition))
                .toList();
    }

    private static final List<String> TEXT = List.of(
            "s IN ('Berlin', 'Essen')",
            "s LIKE 'Ber%'",
            "starts_with(s, 'Ber')",
            "substr(s, 1, 3) = 'Ber'",
            "substr(s, 1, 2) IN ('Be', 'Dr')",
            "substring(s FROM 1 FOR 3) = 'Ber'",
            "substr(s, 1, 1) > 'F'",
            "split_part(s, '-', 1) = 'Berlin'",
            "regexp_like(s, '^Ber')",
            "regexp_like(s, '^Berlin-[0-9]$')",
            "strpos(s, 'Ber') = 1",
            "position('Ber' IN s) = 1",
            "lower(s) = 'berlin'",
            "upper(s) IN ('BERLIN', 'ESSEN')",
            "lower(s) LIKE 'ber%'",
            "lower(padded) IN ('berlin', 'berlin ', '  berlin')",
            "trim(s) = 'Berlin'",
            "trim(padded) = 'Berlin'",
            "rtrim(s) = 'Berlin'",
            "s || 'x' = 'Berlinx'",
            "concat('x', s, '-') = 'xBerlin-'",
            "concat_ws('-', s, 'x') = 'Berlin-x'",
            "replace(s, '-', '') = 'Berlin'",
            "length(s) = 5",
            "c = 'Ber'",
            "c IN ('Ber', 'Dre')",
            "c < 'Ber'",
            "c BETWEEN 'Ber' AND 'Bez'",
            "CAST(c AS varchar) LIKE 'Ber%'",
            "prose LIKE '%sunny%'",
            "strpos(prose, 'sunny') > 0",
            "lower(prose) LIKE '%sunny%'",
            "regexp_like(prose, 'sunny|windy')");

    private static final List<String> NUMBERS = List.of(
            "id + 1 = 106",
            "abs(id) = 5",
            "abs(n) > 400",
            "abs(dec) >= 70",
            "abs(odd) > 70",
            "round(dbl) = 31",
            "round(dbl, 1) = 31.5",
            "round(dec) = 31",
            "round(dec, 1) = 31.5",
            "truncate(dbl) = 31",
            "floor(dec) = 31",
            "CAST(dec AS integer) = 31",
            "CAST(dec AS bigint) > 71",
            "CAST(dbl AS bigint) = 31",
            "CAST(dbl AS decimal(10, 1)) = 31.5",
            "CAST(id AS integer) > 450",
            "CAST(id AS varchar) = '105'",
            "CAST(id AS varchar) IN ('105', '-5')",
            "CAST(id AS varchar) LIKE '10%'",
            "greatest(id, 0) > 450",
            "greatest(id, n) > 450",
            "least(id, 1000) > 450",
            "greatest(s, 'B') = 'Berlin'",
            "id % 100 = 5",
            "from_unixtime(id * 1000000) > timestamp '1970-01-06 00:00:00 UTC'");

    private static final List<String> TIMES = List.of(
            "CAST(ts AS date) = date '2020-03-16'",
            "date(ts) = date '2020-03-16'",
            "date_trunc('month', day) = date '2020-03-01'",
            "date_trunc('day', ts) = timestamp '2020-03-16'",
            "year(ts) = 2021",
            "year(day) = 2020 AND month(day) = 3",
            "month(day) = 3",
            "month(ts) IN (3, 4)",
            "quarter(day) = 3",
            "day(day) = 31",
            "day_of_week(single) = 3",
            "day + interval '1' day > date '2020-08-20'",
            "date_add('day', 1, day) > date '2020-08-20'",
            "date_diff('day', day, date '2020-10-01') < 30",
            "ts AT TIME ZONE 'America/New_York' > timestamp '2020-08-01 00:00:00 America/New_York'",
            "CAST(ts AS timestamp(3) with time zone) > timestamp '2020-08-01 00:00:00 UTC'",
            "to_unixtime(ts) > 1597000000",
            "to_unixtime(ts) BETWEEN 1584000000 AND 1585000000",
            "date_format(ts, '%Y-%m') = '2020-03'",
            "date_format(day, '%Y-%m-%d') = '2020-03-16'",
            "date_format(ts, '%Y%m') >= '202008'",
            "date_format(ts, '%d.%m.%Y') = '16.03.2020'",
            "format_datetime(ts, 'yyyy-MM') = '2020-03'",
            "CAST(day AS varchar) = '2020-03-16'",
            "CAST(day AS varchar) LIKE '2020-03%'",
            "CAST(ts AS varchar) LIKE '2020-03-16%'");

    private static final List<String> CASTS = List.of(
            "CAST(num AS double) > 72",
            "TRY_CAST(num AS double) > 72",
            "TRY(CAST(num AS double)) > 72",
            "round(CAST(num AS double)) = 31",
            "CAST(tday AS date) >= date '2020-08-01'",
            "year(CAST(tday AS date)) = 2020 AND month(CAST(tday AS date)) = 3",
            "day_of_week(CAST(tsingle AS date)) = 3",
            "date_trunc('month', CAST(tts AS timestamp)) = timestamp '2020-03-01'",
            "date_parse(tday, '%Y-%m-%d') >= timestamp '2020-08-01'",
            "date_parse(tts, '%Y-%m-%d %H:%i:%s') >= timestamp '2020-08-01'",
            "CAST(date_parse(us, '%m/%d/%Y') AS date) >= date '2020-08-01'",
            "TRY(date_parse(us, '%m/%d/%Y')) >= timestamp '2020-08-01'");

    private static final List<String> CONDITIONS = List.of(
            "coalesce(id, 0) = 5",
            "coalesce(s, '') = 'Berlin'",
            "nullif(id, 0) = 5",
            "nullif(s, '') = 'Berlin'",
            "CASE WHEN id > 450 THEN 'big' ELSE 'small' END = 'big'",
            "IF(id > 450, 1, 0) = 1",
            "CASE s WHEN 'Berlin' THEN 1 WHEN 'Essen' THEN 2 END = 1",
            "TRY(id + 1) = 106",
            "(id, s) IN ((101, 'Berlin-1'), (301, 'Dresden'))",
            "(id, s) = (104, 'Berlin')");

    private static final List<String> NESTED = List.of(
            "r.name = 'Berlin'",
            "r.n > 450",
            "element_at(m, 'k') = 'Berlin'",
            "m['k'] = 'Berlin'",
            "contains(tags, 'Berlin')",
            "element_at(tags, 1) = 'Berlin'",
            "tags[1] = 'Berlin'",
            "arrays_overlap(tags, ARRAY['Berlin', 'x'])",
            "any_match(tags, tag -> tag = 'Berlin')",
            "json_extract_scalar(j, '$.a') = 'Berlin'",
            "CAST(json_extract_scalar(j, '$.b.c') AS bigint) = 105",
            "json_value(j, 'lax $.a') = 'Berlin'");

    /** Returns conditions that NULL elements of an array satisfy, or nearly do. */
    static List<String> onNullElements() {
        return Stream.of(
                        "CASE WHEN t = 'B' THEN 'a' ELSE 'b' END = 'b'",
                        "CASE WHEN t = 'B' THEN 'a' ELSE 'b' END <> 'a'",
                        "CASE t WHEN 'B' THEN 1 ELSE 2 END = 2",
                        "CASE WHEN t = 'B' THEN true END IS NULL",
                        "IF(t = 'B', 1, 0) = 0",
                        "IF(t LIKE 'B%', 'a', 'b') = 'b'",
                        "IF(t <> 'B', 1, 0) = 0",
                        "(t = 'B') IS DISTINCT FROM true",
                        "(t = 'B') IS DISTINCT FROM false",
                        "(t = 'B') IS NOT DISTINCT FROM NULL",
                        "(lower(t) = 'b') IS DISTINCT FROM true",
                        "(t > 'A' AND t < 'C') IS DISTINCT FROM true",
                        "(t IN ('B', 'C')) IS DISTINCT FROM true",
                        "t IS DISTINCT FROM 'B'",
                        "NOT (t IS NOT DISTINCT FROM 'B')",
                        "t IS NULL",
                        "t IS NOT DISTINCT FROM NULL",
                        "NOT (t = 'B' AND t IS NOT NULL)",
                        "(t IN ('B', NULL)) IS NULL",
                        "'B' IN ('B', t)",
                        "coalesce(t, 'x') = 'x'",
                        "coalesce(t, 'B') = 'B'",
                        "coalesce(t = 'B', false) = false",
                        "NOT coalesce(t = 'B', false)",
                        "nullif(t, 'B') IS NULL",
                        "nullif('x', t) = 'x'",
                        "TRY(t || '') IS NULL",
                        "TRY(CAST(t AS bigint)) IS NULL",
                        "greatest(t, 'B') IS NULL",
                        "concat_ws('-', t, 'x') = 'x'",
                        "format('%s', t) = 'null'",
                        "cardinality(ARRAY[t]) = 1",
                        "(t, 1) IS DISTINCT FROM ('B', 1)",
                        "(t, 1) IS NOT NULL",
                        "t = 'B' OR id = 105",
                        "t = 'Z' OR true")
                .flatMap(condition -> Stream.of(
                        "any_match(marks, t -> %s)".formatted(condition),
                        "NOT any_match(marks, t -> %s)".formatted(condition),
                        "all_match(marks, t -> %s)".formatted(condition),
                        "none_match(marks, t -> %s)".formatted(condition)))
                .collect(toImmutableList());
    }

    /** Returns conditions on flags that are NULL, and on text with line feeds or a byte order mark. */
    static List<String> onOddValues() {
        return List.of(
                "any_match(flags, t -> t IS DISTINCT FROM true)",
                "any_match(flags, t -> t IS DISTINCT FROM false)",
                "any_match(flags, t -> NOT t)",
                "any_match(flags, t -> IF(t, 1, 0) = 0)",
                "any_match(flags, t -> coalesce(t, false) = false)",
                "json_extract_scalar(marked, '$.a') IS NULL",
                "json_extract_scalar(marked, '$.a') IS NOT NULL",
                "json_extract_scalar(marked, '$.a') = 'Berlin-2'",
                "coalesce(json_extract_scalar(marked, '$.a'), 'none') = 'none'",
                "regexp_like(lines, '^Ber')",
                "regexp_like(lines, '^Berlin$')",
                "regexp_like(lines, '(?m)^Ber')",
                "regexp_like(lines, '(?m)^last')",
                "regexp_like(lines, 'last$')",
                "regexp_like(lines, '^first\nBer')",
                "regexp_like(lines, '^first.Ber')",
                "lines LIKE 'Ber%last'",
                "lines LIKE 'first_Ber%'",
                "trim(lines) = 'Berlin'",
                "split_part(lines, chr(10), 1) = 'Berlin'");
    }

    /** Returns conditions on times of all centuries, which depend on the zone of the session. */
    static List<String> onOldTimes(Random random, int count) {
        return Stream.generate(() -> TIME_FORMS
                        .get(random.nextInt(TIME_FORMS.size()))
                        .replace("$OP", pick(random, List.of("=", "<", "<=", ">", ">=")))
                        .replace("$PRECISION", String.valueOf(random.nextInt(7)))
                        .replace("$OLD", oldTime(random))
                        .replace("$OTHER", oldTime(random))
                        .replace("$ZONE", pick(random, ZONES)))
                .distinct()
                .limit(count)
                .collect(toImmutableList());
    }

    /** Returns a value of the column {@code old}. */
    private static String oldTime(Random random) {
        return "timestamp '%d-0%d-%d 0%d:59:59.600'"
                .formatted(1890 + 12 * random.nextInt(8), 1 + random.nextInt(5), 1, random.nextInt(4));
    }

    static final List<String> ZONES = List.of(
            "UTC",
            "Atlantic/Reykjavik",
            "Europe/Amsterdam",
            "Europe/Oslo",
            "Africa/Monrovia",
            "America/St_Johns",
            "Asia/Kathmandu",
            "Pacific/Apia",
            "+14:00");

    private static final List<String> TIME_FORMS = List.of(
            "to_unixtime(CAST(old AS timestamp($PRECISION) with time zone)) $OP to_unixtime(CAST($OLD AS timestamp($PRECISION) with time zone))",
            "to_unixtime(CAST(old AS timestamp($PRECISION))) $OP to_unixtime(CAST($OLD AS timestamp($PRECISION)))",
            "to_unixtime(old) $OP to_unixtime($OLD)",
            "to_unixtime(old) IN (to_unixtime($OLD), to_unixtime($OTHER))",
            "CAST(old AS timestamp($PRECISION) with time zone) $OP CAST($OLD AS timestamp($PRECISION) with time zone)",
            "CAST(old AS timestamp($PRECISION) with time zone) IN (CAST($OLD AS timestamp($PRECISION) with time zone), CAST($OTHER AS timestamp($PRECISION) with time zone))",
            "old AT TIME ZONE '$ZONE' $OP $OLD AT TIME ZONE 'UTC'",
            "old AT TIME ZONE '$ZONE' IN ($OLD AT TIME ZONE 'UTC', $OTHER AT TIME ZONE 'UTC')",
            "with_timezone(old, '$ZONE') $OP with_timezone($OLD, '$ZONE')",
            "with_timezone(old, '$ZONE') IN (with_timezone($OLD, '$ZONE'), with_timezone($OTHER, '$ZONE'))",
            "to_unixtime(with_timezone(old, '$ZONE')) $OP to_unixtime(with_timezone($OLD, '$ZONE'))",
            "old $OP CAST(from_unixtime(to_unixtime($OLD)) AS timestamp)",
            "from_unixtime(id * 1000000) $OP from_unixtime(105000000)",
            "date_format(old, '%Y-%m') $OP date_format($OLD, '%Y-%m')",
            "date_format(old AT TIME ZONE '$ZONE', '%Y-%m') $OP date_format($OLD, '%Y-%m')",
            "date_trunc('hour', old) $OP date_trunc('hour', $OLD)",
            "date_trunc('day', old AT TIME ZONE '$ZONE') $OP $OLD AT TIME ZONE '$ZONE'",
            "CAST(old AT TIME ZONE '$ZONE' AS date) $OP CAST($OLD AS date)",
            "year(old AT TIME ZONE '$ZONE') $OP year($OLD)",
            "CAST(old AS varchar) $OP CAST($OLD AS varchar)",
            "CAST(CAST(old AS date) AS timestamp($PRECISION) with time zone) $OP CAST($OLD AS timestamp($PRECISION) with time zone)");

    /** Returns conditions of the same kinds with other constants, and with values at their edges. */
    static List<String> random(Random random, int count) {
        return Stream.generate(() -> condition(random)).distinct().limit(count).toList();
    }

    private static String condition(Random random) {
        String form = FORMS.get(random.nextInt(FORMS.size()));
        String condition = form.replace("$OP", pick(random, List.of("=", "<>", "<", "<=", ">", ">=")))
                .replace("$TEXT", "'" + pick(random, TEXTS) + "'")
                .replace("$WORD", pick(random, TEXTS))
                .replace("$LENGTH", String.valueOf(1 + random.nextInt(8)))
                .replace(
                        "$NUMBER",
                        pick(random, List.of("0", "5", "-5", "105", "31", "450", "-200", "519", "9223372036854775807")))
                .replace("$DECIMAL", pick(random, List.of("0", "31", "31.5", "31.25", "-0.5", "74.5", "72", "1e300")))
                .replace("$DATE", "date '" + pick(random, DATES) + "'")
                .replace(
                        "$TIME",
                        "timestamp '" + pick(random, DATES) + pick(random, List.of("", " 00:29:59.500", " 12:00:00"))
                                + "'")
                .replace("$MONTH", String.valueOf(1 + random.nextInt(12)))
                .replace(
                        "$ZONE",
                        pick(random, List.of("UTC", "America/New_York", "Europe/Berlin", "Asia/Kathmandu", "+14:00")));
        return random.nextInt(5) == 0 ? "NOT (" + condition + ")" : condition;
    }

    private static String pick(Random random, List<String> values) {
        return values.get(random.nextInt(values.size()));
    }

    private static final List<String> TEXTS = List.of(
            "",
            "B",
            "Ber",
            "Berlin",
            "berlin",
            "BERLIN",
            "Berlin-1",
            "Fürth",
            "FÜRTH",
            "fürth-5",
            "Gießen",
            "GIESSEN",
            "Z",
            "É",
            " Berlin",
            "Essen ",
            "essen",
            "2020-03",
            "2020-03-16",
            "202003",
            "16.03.2020",
            "105",
            "10",
            "-5",
            "1",
            "0",
            "2020-03-16 03:29:59.500");

    private static final List<String> DATES = List.of(
            "2020-01-15",
            "2020-03-01",
            "2020-03-16",
            "2020-03-29",
            "2020-08-24",
            "2021-01-01",
            "1969-12-31",
            "2020-02-29");

    private static final List<String> FORMS = List.of(
            "substr(s, 1, $LENGTH) $OP $TEXT",
            "substr(s, 1, $LENGTH) IN ($TEXT, $TEXT, NULL)",
            "CAST(s AS varchar($LENGTH)) $OP $TEXT",
            "split_part(s, '-', 1) $OP $TEXT",
            "regexp_like(s, '^$WORD')",
            "regexp_like(s, '^B$WORD?.*[0-9]')",
            "regexp_like(s, '$WORD|^B')",
            "strpos(s, $TEXT) = $LENGTH",
            "strpos(s, '') = 1",
            "starts_with(lower(s), $TEXT)",
            "lower(s) $OP $TEXT",
            "upper(padded) $OP $TEXT",
            "lower(s) LIKE '$WORD%'",
            "upper(s) LIKE '$WORD_%'",
            "trim(padded) $OP $TEXT",
            "ltrim(padded) $OP $TEXT",
            "rtrim(padded) $OP $TEXT",
            "s || $TEXT $OP $TEXT",
            "$TEXT || s = $TEXT || 'Berlin'",
            "CAST(c AS varchar) $OP $TEXT",
            "abs(id) $OP $NUMBER",
            "abs(odd) $OP $DECIMAL",
            "abs(dec - 31) $OP $DECIMAL",
            "round(odd) $OP $DECIMAL",
            "round(dbl, 1) $OP $DECIMAL",
            "round(dbl, -1) $OP $DECIMAL",
            "round(dec, 1) $OP $DECIMAL",
            "round(dec, -1) $OP $DECIMAL",
            "truncate(dbl - 31) $OP $DECIMAL",
            "floor(dec) $OP $DECIMAL",
            "ceiling(dec) $OP $DECIMAL",
            "CAST(dec AS integer) $OP $NUMBER",
            "CAST(dbl - 31 AS bigint) $OP $NUMBER",
            "CAST(dbl AS smallint) $OP 31",
            "CAST(id AS varchar) $OP $TEXT",
            "CAST(n AS varchar) LIKE '$WORD%'",
            "greatest(id, $NUMBER) $OP $NUMBER",
            "least(id, n, $NUMBER) $OP $NUMBER",
            "greatest(s, $TEXT) $OP $TEXT",
            "greatest(odd, $DECIMAL) $OP $DECIMAL",
            "coalesce(id, $NUMBER) $OP $NUMBER",
            "nullif(s, $TEXT) $OP $TEXT",
            "CASE WHEN id > $NUMBER THEN s ELSE padded END $OP $TEXT",
            "CASE WHEN s > $TEXT THEN id WHEN s IS NULL THEN 5 END $OP $NUMBER",
            "IF(id > $NUMBER OR s = $TEXT, dec, -0.5) $OP $DECIMAL",
            "IF(s LIKE '$WORD%', id) IS NULL",
            "TRY(100 / (id - 105)) $OP $NUMBER",
            "TRY(CAST(s AS bigint)) $OP $NUMBER",
            "TRY(CAST(num AS double)) $OP $DECIMAL",
            "TRY(CAST(padded AS bigint)) IS NULL",
            "(id, s) IN ((105, $TEXT), ($NUMBER, 'Berlin'), (NULL, 'Essen'))",
            "(id, s) = ($NUMBER, $TEXT)",
            "(n, day) <> (105, $DATE)",
            "year(ts) * 100 + month(ts) $OP 202003",
            "year(day) $OP 2020",
            "month(day) $OP $MONTH",
            "month(ts) IN ($MONTH, $MONTH)",
            "quarter(ts) $OP $LENGTH",
            "day_of_week(ts) $OP $LENGTH",
            "day(day) $OP $MONTH",
            "day_of_year(CAST(tday AS date)) $OP 75",
            "date_trunc('week', ts) $OP $TIME",
            "date_trunc('quarter', day) $OP $DATE",
            "date_trunc('hour', ts) $OP $TIME",
            "CAST(ts AS timestamp(0)) $OP $TIME",
            "CAST(ts AS date) $OP $DATE",
            "CAST(CAST(tts AS timestamp) AS date) $OP $DATE",
            "ts AT TIME ZONE '$ZONE' $OP CAST($TIME AS timestamp(3) with time zone)",
            "CAST(ts AS timestamp($MONTH) with time zone) $OP CAST($TIME AS timestamp($MONTH) with time zone)",
            "to_unixtime(CAST(ts AS timestamp(0) with time zone)) $OP to_unixtime($TIME)",
            "with_timezone(ts, '$ZONE') $OP timestamp '2020-03-29 03:30:00 Europe/Berlin'",
            "to_unixtime(ts) $OP 1584325799.5",
            "to_unixtime(ts) $OP to_unixtime($TIME)",
            "from_unixtime(id) $OP timestamp '1970-01-01 00:01:45 UTC'",
            "date_format(ts, '%Y-%m') $OP $TEXT",
            "date_format(ts, '%Y-%m-%d %H:%i:%s') $OP $TEXT",
            "date_format(ts, '%d.%m.%Y') $OP $TEXT",
            "date_format(day, '%Y%m') $OP $TEXT",
            "format_datetime(ts, 'yyyy-MM-dd') $OP $TEXT",
            "CAST(day AS varchar) $OP $TEXT",
            "CAST(ts AS varchar) $OP $TEXT",
            "CAST(ts AS varchar) LIKE '$WORD%'",
            "date_parse(tday, '%Y-%m-%d') $OP $TIME",
            "date_parse(tts, '%Y-%m-%d %H:%i:%s') $OP $TIME",
            "TRY(date_parse(us, '%m/%d/%Y')) $OP $TIME",
            "TRY(date_parse(s, '%Y')) IS NULL",
            "element_at(tags, 1) $OP $TEXT",
            "element_at(tags, 3) $OP $TEXT",
            "arrays_overlap(tags, ARRAY[$TEXT, NULL, 'Essen'])",
            "any_match(tags, tag -> tag $OP $TEXT)",
            "any_match(marks, tag -> (tag $OP $TEXT) IS DISTINCT FROM true)",
            "any_match(marks, tag -> IF(tag $OP $TEXT OR tag = 'B', 1, 0) = 0)",
            "all_match(tags, tag -> tag = $TEXT)",
            "json_extract_scalar(j, '$.a') $OP $TEXT",
            "TRY(CAST(json_extract_scalar(j, '$.b.c') AS bigint)) $OP $NUMBER",
            "json_extract_scalar(j, '$.b') IS NULL",
            "r.n $OP $NUMBER OR lower(r.name) = $TEXT");
}
