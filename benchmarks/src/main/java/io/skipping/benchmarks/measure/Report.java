// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.measure;

import java.time.Instant;
import java.util.List;

/** What a benchmark has measured, for programs and for people. */
public interface Report {
    /** Returns the name of the result files, without their endings. */
    String name();

    /** Returns the heading, for people. */
    String title();

    /** Returns what was measured and how, for people. */
    String introduction();

    /** Returns whether all contenders gave the same results; if not, the numbers mean nothing. */
    boolean equalResults();

    /** Says whether results are equal, for people. */
    default String equality() {
        return equalResults() ? "All results are equal." : "**RESULTS DIFFER.**";
    }

    /** Returns what is claimed of the numbers; nothing if the benchmark only shows them. */
    default List<Aim> aims() {
        return List.of();
    }

    /** Adds one record a number; those of aims are added by {@link #records}. */
    void put(Records records);

    /** Writes the tables, for people. */
    void append(Markdown text);

    /** Returns all numbers, for programs. */
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
