// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.concurrency;

import io.skipping.benchmarks.measure.Aim;
import io.skipping.benchmarks.measure.Markdown;
import io.skipping.benchmarks.measure.Quartiles;
import io.skipping.benchmarks.measure.Records;
import io.skipping.benchmarks.measure.Report;
import java.util.List;

/**
 * Reports the results.
 *
 * @param size the size of the table
 */
record ConcurrencyReport(TableSize size, List<Cell> cells) implements Report {
    @Override
    public String name() {
        return "concurrency";
    }

    @Override
    public String title() {
        return "Queries while jobs write and the index is built";
    }

    /**
     * Returns whether this project's contenders gave only right answers. The other contender's wrong answers are a
     * measurement.
     */
    @Override
    public boolean equalResults() {
        return cells.stream().filter(cell -> cell.contender().ours()).allMatch(Cell::right);
    }

    @Override
    public void put(Records records) {
        for (Cell cell : cells) {
            Records.Target target = records.of(cell.contender().system(), cell.name());
            target.put("queries.per.second", cell.of(Window::queriesPerSecond), "1/s");
            target.put("median.seconds", cell.of(Window::median), "s");
            target.put("95th_percentile.seconds", cell.of(Window::percentile95), "s");
            target.put("queries", cell.sum(Window::queries), "count");
            target.put("errors", cell.sum(Window::errors), "count");
            target.put("wrong.results", cell.sum(Window::wrong), "count");
            target.put("not.right.percent", notRightPercent(cell), "%");
            target.put("jobs", cell.sum(Window::jobs), "count");
            target.put("builds", cell.sum(Window::builds), "count");
            target.put("equal_results", cell.right());
        }
    }

    private static double notRightPercent(Cell cell) {
        return 100.0 * (cell.sum(Window::errors) + cell.sum(Window::wrong)) / cell.sum(Window::queries);
    }

    @Override
    public String equality() {
        return equalResults()
                ? "No query of ours failed, and no answer of ours was wrong."
                : "**QUERIES OF OURS FAILED, OR GAVE WRONG ANSWERS.**";
    }

    @Override
    public List<Aim> aims() {
        return Aims.of(cells);
    }

    @Override
    public String introduction() {
        return "The table has %s,".formatted(size.describe())
                + " which do not change, and two more days, to which Spark jobs write one after the other: some append,"
                + " some overwrite. *hive*: the stock Hive connector, and jobs that commit through Hadoop's FileOutputCommitter"
                + " v2. *skipping*: ours, jobs that commit through our committer, and the index built again and"
                + " again. *skipping-off*: the same with `skipping_enabled=false`. Clients ask one query after"
                + " the other. An answer is wrong if the table never had that content while the query ran. A job"
                + " counts as a whole or not at all.";
    }

    @Override
    public void append(Markdown text) {
        table(text);
        problems(text);
    }

    private void table(Markdown text) {
        text.append("Medians of %d rounds, with quartiles; counts are of all rounds together.\n\n"
                .formatted(cells.getFirst().windows().size()));
        text.append("| Clients | | Queries a second | Seconds, median | Seconds, 95th percentile | Queries | Errors |"
                + " Wrong results | Jobs | Builds |\n");
        text.append("|---|---|---|---|---|---|---|---|---|---|\n");
        for (Cell cell : cells) {
            text.append("| %d | %s | %s | %s | %s | %d | %d | %d | %d | %d |\n"
                    .formatted(
                            cell.clients(),
                            cell.contender().system(),
                            spread(cell.of(Window::queriesPerSecond)),
                            spread(cell.of(Window::median)),
                            spread(cell.of(Window::percentile95)),
                            cell.sum(Window::queries),
                            cell.sum(Window::errors),
                            cell.sum(Window::wrong),
                            cell.sum(Window::jobs),
                            cell.sum(Window::builds)));
        }
    }

    private void problems(Markdown text) {
        text.append("\n## What went wrong first\n\n");
        for (Cell cell : cells) {
            cell.windows().stream()
                    .map(Window::problem)
                    .filter(problem -> !problem.isEmpty())
                    .findFirst()
                    .ifPresent(problem -> text.append(
                            "- %s, %s: %s\n".formatted(cell.contender().system(), cell.name(), problem)));
        }
        if (cells.stream().allMatch(Cell::right)) {
            text.append("Nothing.\n");
        }
    }

    private static String spread(Quartiles quartiles) {
        return quartiles.text(2);
    }
}
