// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.command.advice;

import io.skipping.partitioner.command.sample.QueryLog;
import io.skipping.partitioner.train.Forecast;
import io.skipping.partitioner.train.PastQuery;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * Lists what some queries lose by a layout that serves others.
 *
 * @param worse questions about columns of the layout that would read more, the commonest first
 * @param elsewhere scans that ask about other columns alone, the commonest first
 */
public record Losses(List<Worse> worse, List<QueryLog.Elsewhere> elsewhere) {
    /** Lists no losses. */
    public static final Losses NONE = new Losses(List.of(), List.of());

    /** A question reads more if it reads this share of the table more. */
    private static final double MORE = 0.01;

    private static final int MOST_NAMED = 5;

    public Losses {
        worse = List.copyOf(worse);
        elsewhere = List.copyOf(elsewhere);
    }

    /**
     * Describes a question that would read more.
     *
     * @param columns the columns that it asks about
     * @param now the share of the table that it reads
     */
    record Worse(String columns, int queries, double now, double then) {}

    /**
     * Compares two layouts for the queries about each set of columns.
     *
     * @param asked the past queries
     * @param present what some queries read of the present layout
     * @param best what they would read of the other one
     * @param elsewhere scans that ask about other columns alone
     */
    public static Losses of(
            List<PastQuery> asked,
            Function<List<PastQuery>, Forecast> present,
            Function<List<PastQuery>, Forecast> best,
            List<QueryLog.Elsewhere> elsewhere) {
        Map<String, List<PastQuery>> byColumns = new LinkedHashMap<>();
        for (PastQuery query : asked) {
            if (!query.conditions().isEmpty()) {
                byColumns
                        .computeIfAbsent(String.join(", ", query.conditions().keySet()), columns -> new ArrayList<>())
                        .add(query);
            }
        }
        List<Worse> worse = new ArrayList<>();
        byColumns.forEach((columns, queries) -> {
            double now = present.apply(queries).share();
            double then = best.apply(queries).share();
            if (then >= now + MORE) {
                worse.add(new Worse(columns, queries.size(), now, then));
            }
        });
        worse.sort(Comparator.comparingInt(Worse::queries).reversed());
        return new Losses(worse, elsewhere);
    }

    boolean isEmpty() {
        return worse.isEmpty() && elsewhere.isEmpty();
    }

    /** Describes the losses for people, a line each. */
    String text(OptionalLong tableBytes) {
        StringBuilder text = new StringBuilder();
        worse.stream()
                .limit(MOST_NAMED)
                .forEach(question -> text.append(String.format(
                        Locale.ROOT,
                        "Worse: %,d queries about %s read %.2f%% of the bytes now, and would read %.2f%%%n",
                        question.queries(),
                        question.columns(),
                        100 * question.now(),
                        100 * question.then())));
        elsewhere.stream().limit(MOST_NAMED).forEach(scans -> text.append(elsewhere(scans, tableBytes)));
        return text.toString();
    }

    private static String elsewhere(QueryLog.Elsewhere scans, OptionalLong tableBytes) {
        String now = scans.bytes().isPresent() && tableBytes.isPresent()
                ? String.format(
                        Locale.ROOT,
                        "they read %.2f%% of the bytes now, and",
                        100 * scans.bytes().getAsDouble() / Math.max(1, tableBytes.getAsLong()))
                : "they";
        return String.format(
                Locale.ROOT,
                "Not counted: %,d scans ask about %s, which these layouts ignore: %s may read all of it then, since the order that it is in now is lost%n",
                scans.scans(),
                scans.columns(),
                now);
    }
}
