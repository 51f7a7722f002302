// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.concurrency;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Records which jobs have written to a table, and when, and thereby which answers a query may give.
 *
 * <p>A job becomes visible at one moment between its start and its end. A query sees the table as it was at one moment
 * between the query's start and its end, with all rows of a job or none (linearizability; Herlihy and Wing,
 * "Linearizability: a correctness condition for concurrent objects", 1990).
 */
final class History {
    /** A job with its start and its end in nanoseconds, as {@link System#nanoTime} returns them. */
    private record Written(Job job, long began, long ended) {}

    private record Expected(Question question, int job) {}

    private final List<Written> written = new ArrayList<>();
    private final Map<Expected, Totals> expected = new HashMap<>();

    /** Adds a job that ran after all others. Times are in nanoseconds. */
    synchronized void add(Job job, long began, long ended) {
        written.add(new Written(job, began, ended));
    }

    /**
     * Returns whether a query may give this answer. All jobs that began before the query's end must have been added.
     *
     * @param began start of the query in nanoseconds
     * @param ended end of the query in nanoseconds
     */
    synchronized boolean admits(Question question, long began, long ended, Map<Integer, Totals> answer) {
        List<Job> visible = new ArrayList<>();
        for (int number = 0; number < written.size(); number++) {
            Written last = written.get(number);
            if (last.job().overwrites()) {
                visible.removeIf(job -> job.firstDay() == last.job().firstDay());
            }
            visible.add(last.job());
            boolean mayHaveBegun = last.began() - ended < 0;
            boolean mayStillHaveBeen =
                    number == written.size() - 1 || written.get(number + 1).ended() - began > 0;
            if (mayHaveBegun && mayStillHaveBeen && answer.equals(of(question, visible))) {
                return true;
            }
        }
        return false;
    }

    private Map<Integer, Totals> of(Question question, List<Job> jobs) {
        Map<Integer, Totals> answer = new HashMap<>();
        for (Job job : jobs) {
            Totals totals = expected.computeIfAbsent(new Expected(question, job.number()), _ -> question.of(job));
            if (totals.rows() > 0) {
                answer.put(job.number(), totals);
            }
        }
        return answer;
    }
}
