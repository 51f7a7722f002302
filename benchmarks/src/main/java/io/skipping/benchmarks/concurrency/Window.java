// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.concurrency;

import io.skipping.benchmarks.measure.Quartiles;
import java.util.List;

/**
 * Summarises a period in which clients asked, jobs wrote, and the index was built.
 *
 * @param queriesPerSecond rate of the queries that gave an answer
 * @param median median duration of the queries that gave an answer, in seconds
 * @param percentile95 95th percentile of the same durations, in seconds
 * @param queries number of queries, including those that failed
 * @param errors number of queries that failed
 * @param wrong number of queries whose answer was never right while they ran
 * @param jobs number of jobs that were committed
 * @param builds number of index builds that the job reported
 * @param problem the first error or wrong answer, for human readers; an empty string if there is none
 */
record Window(
        double queriesPerSecond,
        double median,
        double percentile95,
        int queries,
        int errors,
        int wrong,
        int jobs,
        int builds,
        String problem) {

    /**
     * Summarises a window.
     *
     * @param clients what each client asked, in order
     * @param history history of the table, with all jobs that began while clients asked
     */
    static Window of(List<List<Asked>> clients, History history, int jobs, int builds) {
        List<Asked> all = clients.stream().flatMap(List::stream).toList();
        List<Asked> answered =
                all.stream().filter(asked -> asked.answer().isPresent()).toList();
        List<Asked> wrong = answered.stream()
                .filter(asked -> !history.admits(
                        asked.question(),
                        asked.began(),
                        asked.ended(),
                        asked.answer().orElseThrow()))
                .toList();
        return new Window(
                clients.stream().mapToDouble(Window::rate).sum(),
                quantile(answered, 0.5),
                quantile(answered, 0.95),
                all.size(),
                all.size() - answered.size(),
                wrong.size(),
                jobs,
                builds,
                problem(all, wrong));
    }

    /**
     * Returns a client's rate of answers until its last query ended, since the end of the window cuts no query short.
     */
    private static double rate(List<Asked> asked) {
        long answered = asked.stream().filter(each -> each.answer().isPresent()).count();
        if (answered == 0) {
            return 0;
        }
        return answered / ((asked.getLast().ended() - asked.getFirst().began()) / 1e9);
    }

    private static double quantile(List<Asked> answered, double part) {
        return answered.isEmpty()
                ? Double.NaN
                : Quartiles.quantile(answered.stream().mapToDouble(Asked::seconds), part);
    }

    private static String problem(List<Asked> all, List<Asked> wrong) {
        if (!wrong.isEmpty()) {
            Asked first = wrong.getFirst();
            return "%s gave %s"
                    .formatted(first.question().sql("the table"), first.answer().orElseThrow());
        }
        return all.stream()
                .map(Asked::error)
                .filter(error -> !error.isEmpty())
                .findFirst()
                .orElse("");
    }
}
