// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.IntStream;

/** Makes random conditions on the columns of {@link RandomRows}, in all ways that the connector translates, and some more. */
final class RandomConditions {
    private static final List<String> COMPARISONS = List.of("=", "<>", "<", "<=", ">", ">=", "IS DISTINCT FROM");
    private static final List<String> FLOATS =
            List.of("0.0", "-0.0", "1.0", "-4.5", "0.5", "17.25", "NaN", "Infinity", "-Infinity", "1e30");

    private final Random random;
    private final boolean csv;

    /** @param csv whether all columns are text */
    RandomConditions(Random random, boolean csv) {
        this.random = random;
        this.csv = csv;
    }

    /** Returns a condition that no row fails on. */
    String condition() {
        return switch (random.nextInt(10)) {
            case 0 -> "(%s OR %s)".formatted(leaf(), leaf());
            case 1, 2 -> "(%s AND %s)".formatted(leaf(), leaf());
            case 3 -> "NOT (%s)".formatted(leaf());
            case 4 -> "NOT (%s OR (%s AND %s))".formatted(leaf(), leaf(), leaf());
            case 5 ->
                random.nextBoolean() ? "CASE WHEN %s THEN %s ELSE %s END".formatted(leaf(), leaf(), leaf()) : hidden();
            default -> leaf();
        };
    }

    /** Returns a condition of which the engine shows nothing to a connector, on text or reals made from a column. */
    private String hidden() {
        String condition = random.nextBoolean()
                ? "concat(%s, txt) LIKE %s".formatted(quoted(word()), quoted(pattern()))
                : in("-CAST(%s AS real)".formatted(column("n", "integer")), constant("real"), constant("real"));
        String hidden = pick(
                        "concat(CASE WHEN %s THEN 'a' ELSE 'b' END, 'x') = 'ax'",
                        "((%s AND random() < 2) OR txt = 'none')", "(regexp_like('x', replace(txt, txt, 'y')) OR %s)")
                .formatted(condition);
        // what the engine shows on the same column says nothing of the rest
        return switch (random.nextInt(3)) {
            case 0 -> hidden;
            case 1 -> "%s AND %s".formatted(hidden, leaf());
            default -> "%s AND %s".formatted(hidden, "length(CAST(%s AS varchar)) > 0".formatted(pick("txt", "n")));
        };
    }

    /** Returns a condition that fails on a row whose text does not cast; one leaf, so that nothing else can hide the error. */
    String failing() {
        return random.nextBoolean()
                ? compare("CAST(num AS double)", number(240))
                : compare("CAST(moment AS timestamp(%d))".formatted(random.nextInt(7)), timestamp());
    }

    private String leaf() {
        return switch (random.nextInt(14)) {
            case 0, 1, 2 -> ofText();
            case 3, 4 -> ofFloat("r", "real");
            case 5, 6 -> ofFloat("d", "double");
            case 7, 8 -> ofNumberAsText();
            case 9, 10 -> ofMoment();
            case 11 -> ofWhole(column("n", "integer"), 120);
            case 12 ->
                random.nextBoolean()
                        ? ofWhole("CAST(%s AS bigint)".formatted(column("id", "bigint")), 12_000)
                        : ofWhole(column("id", "bigint"), 12_000);
            default -> ofOthers();
        };
    }

    /** A column under its type: cells of CSV are text, and NULLs in it blank. */
    private String column(String name, String type) {
        if (!csv) {
            return name;
        }
        return switch (random.nextInt(3)) {
            case 0 -> "CAST(NULLIF(%s, '') AS %s)".formatted(name, type);
            default -> "TRY_CAST(%s AS %s)".formatted(name, type);
        };
    }

    private String pick(List<String> some) {
        return some.get(random.nextInt(some.size()));
    }

    private String pick(String... some) {
        return some[random.nextInt(some.length)];
    }

    private String compare(String left, String right) {
        return "%s %s %s".formatted(left, pick(COMPARISONS), right);
    }

    private String in(String left, String right1, String right2) {
        return "%s %sIN (%s, %s)".formatted(left, random.nextInt(3) == 0 ? "NOT " : "", right1, right2);
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "''") + "'";
    }

    private String word() {
        return IntStream.range(0, random.nextInt(4))
                .mapToObj(_ -> pick(RandomRows.LETTERS))
                .collect(joining());
    }

    private String pattern() {
        return IntStream.range(0, 1 + random.nextInt(4))
                .mapToObj(_ -> switch (random.nextInt(5)) {
                    case 0 -> "%";
                    case 1 -> "_";
                    default -> pick(RandomRows.LETTERS);
                })
                .collect(joining());
    }

    private String ofText() {
        return switch (random.nextInt(12)) {
            case 0, 1, 2, 3 -> "txt %sLIKE %s".formatted(random.nextInt(4) == 0 ? "NOT " : "", quoted(pattern()));
            case 4 -> "txt LIKE %s ESCAPE '#'".formatted(quoted(pattern().replace("#", pick("#%", "#_", "##"))));
            case 5 -> compare("txt", quoted(word()));
            case 6 -> in("txt", quoted(word()), quoted(word()));
            case 7 -> "starts_with(txt, %s)".formatted(quoted(word()));
            case 8 ->
                "regexp_like(txt, %s)"
                        .formatted(quoted(pick("^", "", "^.", "(?i)")
                                + "b".repeat(random.nextInt(2))
                                + word().replace("%", ".")
                                + pick("$", "", ".+", ".?")));
            case 9 ->
                compare(
                        pick("length(txt)", "strpos(txt, %s)".formatted(quoted(word()))),
                        String.valueOf(random.nextInt(4)));
            case 10 ->
                compare(pick("lower(txt)", "substr(txt, 2)", "reverse(txt)", "COALESCE(txt, 'b')"), quoted(word()));
            default -> "txt IS %sNULL".formatted(random.nextBoolean() ? "NOT " : "");
        };
    }

    private String ofFloat(String name, String type) {
        String column = column(name, type);
        return switch (random.nextInt(10)) {
            case 0, 1 -> compareFloats(column, type);
            case 2, 3, 4 -> in(column, constant(type), constant(type));
            case 5 -> "(%s = %s OR %s = %s)".formatted(column, constant(type), column, constant(type));
            case 6 -> "%s BETWEEN %s AND %s".formatted(column, ordered(type), ordered(type));
            case 7 ->
                compareFloats(
                        pick("-%s", "%s * 2", "abs(%s)", "CAST(%s AS double)", "floor(%s)", "%s + 1")
                                .formatted(column),
                        type);
            case 8 -> "%sis_nan(%s)".formatted(random.nextBoolean() ? "NOT " : "", column);
            default -> "%s IS %sNULL".formatted(column, random.nextBoolean() ? "NOT " : "");
        };
    }

    private String constant(String type) {
        return "%s '%s'".formatted(type, pick(FLOATS));
    }

    /** Trino's cost model fails on {@code x < nan()} where the row count is known, by whomever. */
    private String ordered(String type) {
        String constant = constant(type);
        return constant.contains("NaN") ? "%s '2.5'".formatted(type) : constant;
    }

    private String compareFloats(String left, String type) {
        String operator = pick(COMPARISONS);
        return "%s %s %s"
                .formatted(
                        left,
                        operator,
                        operator.startsWith("<") && !operator.equals("<>") || operator.startsWith(">")
                                ? ordered(type)
                                : constant(type));
    }

    private String number(int most) {
        return switch (random.nextInt(4)) {
            case 0 -> random.nextInt(most) + ".500";
            case 1 -> "%de0".formatted(random.nextInt(most));
            default -> String.valueOf(random.nextInt(most));
        };
    }

    private String ofNumberAsText() {
        String type = pick("double", "double", "integer", "bigint", "real", "decimal(12, 3)", "smallint");
        String cast = "TRY_CAST(num AS %s)".formatted(type);
        return switch (random.nextInt(9)) {
            case 0, 1, 2 -> compare(cast, number(240));
            case 3 -> in(cast, number(240), number(240));
            case 4 -> "%s IS %sNULL".formatted(cast, random.nextBoolean() ? "NOT " : "");
            case 5 -> compare("COALESCE(%s, %s)".formatted(cast, pick("0", "100", "-1")), number(240));
            case 6 -> compare("TRY_CAST(NULLIF(num, '') AS %s)".formatted(type), number(240));
            case 7 -> "%s BETWEEN %s AND %s".formatted(cast, number(120), number(240));
            default -> compare("num", quoted(pick("", "  ", "7", "NaN", "110", "12abc")));
        };
    }

    private String timestamp() {
        return "timestamp '2024-%02d-%02d %s'"
                .formatted(
                        1 + random.nextInt(12),
                        1 + random.nextInt(28),
                        pick(
                                "00:00:00",
                                "10:20:30",
                                "23:59:59.999",
                                "12:00:00.5",
                                "07:00:30.123456",
                                "23:59:59.9999999"));
    }

    private String ofMoment() {
        if (random.nextInt(3) == 0) {
            String cast = pick(
                    "TRY_CAST(moment AS date)",
                    "TRY_CAST(NULLIF(moment, '') AS date)",
                    "CAST(TRY_CAST(moment AS timestamp(3)) AS date)");
            return random.nextInt(5) == 0
                    ? cast + " IS NULL"
                    : compare(cast, "date '2024-%02d-%02d'".formatted(1 + random.nextInt(12), 1 + random.nextInt(28)));
        }
        String cast = "TRY_CAST(moment AS timestamp(%s))".formatted(pick("0", "1", "3", "3", "6", "6", "7", "9"));
        return switch (random.nextInt(6)) {
            case 0 -> "%s IS %sNULL".formatted(cast, random.nextBoolean() ? "NOT " : "");
            case 1 -> compare("COALESCE(%s, timestamp '2024-03-01 00:00:00')".formatted(cast), timestamp());
            case 2 -> "%s BETWEEN %s AND %s".formatted(cast, timestamp(), timestamp());
            case 3 -> in(cast, timestamp(), timestamp());
            default -> compare(cast, timestamp());
        };
    }

    private String ofWhole(String column, int most) {
        return switch (random.nextInt(6)) {
            case 0 -> in(column, String.valueOf(random.nextInt(most)), String.valueOf(random.nextInt(most)));
            case 1 -> "%s BETWEEN %d AND %d".formatted(column, random.nextInt(most), random.nextInt(most));
            case 2 ->
                compare(
                        pick("%s + 1", "%s * 2", "%s %% 7", "-%s").formatted(column),
                        String.valueOf(random.nextInt(most)));
            case 3 -> compare(column, number(most));
            default -> compare(column, String.valueOf(random.nextInt(most)));
        };
    }

    private String ofOthers() {
        String amount = column("amount", "decimal(10, 2)");
        String day = column("day", "date");
        return switch (random.nextInt(6)) {
            case 0 -> compare(amount, String.format(Locale.ROOT, "%.2f", random.nextInt(900) / 100.0));
            case 1 -> "%s IN (0.5, 1.25, %d.99)".formatted(amount, random.nextInt(9));
            case 2 -> compare(day, "date '2024-0%d-%02d'".formatted(1 + random.nextInt(9), 1 + random.nextInt(28)));
            case 3 -> compare(pick("year(%s)", "month(%s)").formatted(day), String.valueOf(random.nextInt(12)));
            case 4 -> pick("", "NOT ") + column("ok", "boolean");
            default -> "%s IS NULL".formatted(pick(amount, day, column("ok", "boolean")));
        };
    }
}
