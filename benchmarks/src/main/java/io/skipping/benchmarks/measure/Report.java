// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.measure;

import java.time.Instant;
import java.util.List;

/** Presents what a benchmark has measured, as records and as text. */
public interface Report {
    /** Returns the name of the result files, without their endings. */
    String name();

    /** Returns the heading. */
    String title();

    /** Returns what was measured and how, for human readers. */
    String introduction();

    /** Returns whether all contenders gave the same results; if not, the numbers mean nothing. */
    boolean equalResults();

    /** Returns a sentence that says whether results are equal. */
    default String equality() {
        return equalResults() ? "All results are equal." : "**RESULTS DIFFER.**";
    }

    /** Returns the aims that the numbers should meet; empty if the benchmark only shows them. */
    default List<Aim> aims() {
        return List.of();
    }

    /** Adds one record per number; {@link #records} adds those of the aims. */
    void put(Records records);

    /** Writes the tables. */
    void append(Markdown text);

    /** Returns all numbers as records. */
    default Records records(Instant date, Machine machine) {
        Records records = new Records(name(), date, machine);
        put(records);
        aims().forEach(aim -> aim.put(records));
        return records;
    }

    /** Returns the report as Markdown, without pictures. */
    default String text(Instant date, Machine machine) {
        Markdown text = new Markdown();
        text.line("# %s", title()).line("");
        text.line("%s", introduction()).line("");
        text.line("%s", equality()).line("");
        if (!aims().isEmpty()) {
            Aim.append(aims(), text);
        }
        append(text);
        text.line("").line("%s.", machine.describe(date));
        return text.toString();
    }
}
