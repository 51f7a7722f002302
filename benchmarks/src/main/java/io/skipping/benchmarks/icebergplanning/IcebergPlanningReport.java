// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.icebergplanning;

import io.skipping.benchmarks.measure.Aim;
import io.skipping.benchmarks.measure.Markdown;
import io.skipping.benchmarks.measure.Quartiles;
import io.skipping.benchmarks.measure.Records;
import io.skipping.benchmarks.measure.Report;
import io.skipping.benchmarks.measure.Rounds;
import io.skipping.testing.console.Quantity;
import io.skipping.testing.lake.Run;
import io.skipping.testing.trino.TrinoRelease;
import java.util.ArrayList;
import java.util.List;

/**
 * Reports the results.
 *
 * @param release the release of Trino; the names of results have it, but for those of 476
 * @param tables those that were measured, at least one
 */
record IcebergPlanningReport(TrinoRelease release, List<Planned> tables) implements Report {
    /** The most time of planning, in that of the stock connector. */
    private static final double PLANNING = 1.1;

    @Override
    public String name() {
        return release == TrinoRelease.TRINO_476 ? "iceberg-planning" : "iceberg-planning-" + release;
    }

    @Override
    public String title() {
        return "Planning of Iceberg tables of many data files, on Trino " + release;
    }

    /** Returns true: the run fails if results of connectors differ. */
    @Override
    public boolean equalResults() {
        return true;
    }

    @Override
    public void put(Records records) {
        for (Planned table : tables) {
            records.of(Connector.STOCK.system(), table.name("build")).put("seconds", table.added(), "s");
            Records.Target build = records.of(Connector.SKIPPING.system(), table.name("build"));
            build.put("seconds", table.build().seconds(), "s");
            build.put("index_bytes", table.build().bytes(), "B");
            table.answers().forEach((question, asked) -> {
                for (Connector connector : Connector.ALL) {
                    asked.put(records.of(connector.system(), table.name(question.name())), connector);
                }
            });
        }
    }

    @Override
    public List<Aim> aims() {
        List<Aim> aims = new ArrayList<>();
        for (Planned table : tables) {
            table.answers().forEach((question, asked) -> {
                if (question.kind() != Question.Kind.INDEX) {
                    aims.add(Aim.ratio(
                            "%s: time by that of the stock connector".formatted(table.name(question.name())),
                            PLANNING,
                            ratio(asked)));
                }
            });
        }
        return aims;
    }

    private static Quartiles ratio(Rounds<Connector> asked) {
        return asked.ratio(Connector.SKIPPING, Connector.STOCK, Run::seconds);
    }

    @Override
    public String introduction() {
        return ("Iceberg tables of Parquet files, each with the readings of a meter on a day, about 5 kB. *iceberg* is"
                        + " Trino's Iceberg connector, and *skipping-iceberg* is ours over the same tables, with the indexes"
                        + " that it chooses by itself, and values of towns. Both were asked on one server in turns, every other round backwards,"
                        + " after one that is not measured. *town* makes the stock connector read all files, so that it was"
                        + " asked of it only once. Metadata files up to 256 kB are kept in memory, and so are our indexes."
                        + " Medians of %d rounds; the ratio has its quartiles.")
                .formatted(
                        tables.getFirst().answers().values().iterator().next().count(Connector.STOCK));
    }

    @Override
    public void append(Markdown text) {
        for (Planned table : tables) {
            text.heading(String.format("%,d data files", table.files()));
            text.line(
                    "Iceberg added them in %.1f s. The index was built in %.1f s, and has %s.",
                    table.added(),
                    table.build().seconds(),
                    Quantity.bytes(table.build().bytes()));
            text.line("");
            text.line(
                    "| | iceberg: seconds | skipping-iceberg: seconds | ratio | iceberg: requests | skipping-iceberg: requests |");
            text.line("|---|---|---|---|---|---|");
            table.answers()
                    .forEach((question, asked) -> text.line(
                            "| %s | %.3f | %.3f | %s | %.0f | %.0f |",
                            question.name(),
                            asked.of(Connector.STOCK, Run::seconds).median(),
                            asked.of(Connector.SKIPPING, Run::seconds).median(),
                            ratio(asked).text(3),
                            asked.of(Connector.STOCK, Run::requests).median(),
                            asked.of(Connector.SKIPPING, Run::requests).median()));
        }
        Planned last = tables.getLast();
        text.cases(List.copyOf(last.answers().keySet()), question -> question.sql("TABLE"));
    }
}
