// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.trino.PredicateQuestions.Question;
import io.skipping.trino.core.release.TrinoRelease;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The page that tells which conditions skip by which indexes. A release of Trino writes and checks only what it has seen; what
 * the others have seen is kept.
 */
final class PredicatesPage {
    private static final Path PAGE = Path.of("..", "..", "docs", "predicates.md");

    private static final List<String> RELEASES = List.of("476", "483");
    private static final String YES = "yes";
    private static final String NO = "–";

    /** The indexes that a table has. */
    enum Indexes {
        BOUNDS,
        VALUES,
        HASHES,
        EXPRESSIONS,
        /** those of all others */
        ALL;

        String table() {
            return "by_" + name().toLowerCase(Locale.ROOT);
        }
    }

    private static final List<Indexes> COLUMNS =
            List.of(Indexes.BOUNDS, Indexes.VALUES, Indexes.HASHES, Indexes.EXPRESSIONS);

    private static final String INTRODUCTION = """
            # Conditions that skip

            This page shows which indexes skip objects for which conditions, by examples. Each holds for other constants and comparisons of
            the same form; [predicates that prune](reference.md#predicates-that-prune) has the rules. `bin/docs` generates the page by a test that runs each condition on each
            release of Trino, and compares the rows with those of the stock connector.

            | Column | Indexes |
            |---|---|
            | bounds | `minmax` and `nulls` of the column, chosen by builds |
            | values | `values` of the column, chosen by builds where a range holds few values: the engine evaluates the condition for each |
            | hashes | `bloom` of the column, chosen by builds where a range holds many values; `ngram` of `prose`, [requested](reference.md#procedures) |
            | expression | `minmax` over %s, and `ngram` over `lower(prose)`, each [requested](reference.md#columns-and-expressions) |

            A cell says whether these indexes skip nearly all objects without a matching row: *yes*, *–* for no, or the only release of
            Trino in which they do. If all cells say no, all objects are read.

            The columns: `id` bigint, `n` integer, `dec` decimal, `dbl` and `odd` double (`odd` holds a NaN), `day` and `single` date,
            `ts` timestamp(3), `s` names, `padded` names with blanks around them, `c` char(5), `prose` sentences, `tday`, `tsingle`, `tts` and `us` dates
            and times as text, `num` numbers as text, `j` JSON as text, `r` a row, `m` a map, `tags` an array. Each object has values of its own, as if
            rows had arrived in the order of their days.

            ## The conditions

            `TestPredicates` runs them.
            """;

    private final Map<Question, Map<Indexes, Boolean>> seen = new LinkedHashMap<>();

    void record(Question question, Indexes indexes, boolean skips) {
        seen.computeIfAbsent(question, _ -> new EnumMap<>(Indexes.class)).put(indexes, skips);
    }

    /**
     * Compares the page with what was recorded.
     *
     * @param write whether to write it before
     */
    void check(boolean write) throws IOException {
        String before = Files.exists(PAGE) ? Files.readString(PAGE) : "";
        String page = page(before);
        if (write) {
            Files.writeString(PAGE, page);
        }
        assertThat(PAGE)
                .as("docs/predicates.md is not what this release of Trino does; bin/docs writes it anew")
                .hasContent(page);
    }

    private String page(String before) {
        Map<String, List<String>> cells = cells(before);
        StringBuilder page = new StringBuilder(INTRODUCTION.formatted(
                TestPredicates.PATHS.stream().map("`%s`"::formatted).collect(joining(", "))));
        String section = "";
        for (Question question : seen.keySet()) {
            if (!question.section().equals(section)) {
                section = question.section();
                page.append("\n### %s\n\n| Condition | bounds | values | hashes | expression |\n|---|---|---|---|---|\n"
                        .formatted(section));
            }
            String written = written(question);
            List<String> old = cells.getOrDefault(written, List.of());
            page.append("| %s | %s |\n"
                    .formatted(
                            written,
                            COLUMNS.stream()
                                    .map(indexes -> cell(
                                            old.isEmpty() ? NO : old.get(COLUMNS.indexOf(indexes)),
                                            seen.get(question).get(indexes)))
                                    .collect(joining(" | "))));
        }
        return page.toString();
    }

    private static String written(Question question) {
        return "`%s`".formatted(question.condition().replace("|", "\\|"));
    }

    /** Returns what is in the tables of a page, by its conditions. */
    private static Map<String, List<String>> cells(String page) {
        Map<String, List<String>> cells = new LinkedHashMap<>();
        page.lines().filter(line -> line.startsWith("| `")).forEach(line -> {
            List<String> fields =
                    Arrays.asList(line.substring(2, line.length() - 2).split(Pattern.quote(" | ")));
            if (fields.size() == 1 + COLUMNS.size()) {
                cells.put(fields.getFirst(), fields.subList(1, fields.size()));
            }
        });
        return cells;
    }

    /** Returns a cell with what this release does in place of what it did. */
    private static String cell(String before, boolean skips) {
        List<String> skipping = RELEASES.stream()
                .filter(release ->
                        release.equals(TrinoRelease.VERSION) ? skips : before.equals(YES) || before.equals(release))
                .toList();
        return skipping.equals(RELEASES) ? YES : skipping.isEmpty() ? NO : skipping.getFirst();
    }
}
