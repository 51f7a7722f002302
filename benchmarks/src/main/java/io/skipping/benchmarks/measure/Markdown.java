// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.measure;

import static java.util.stream.Collectors.joining;

import io.skipping.testing.lake.Contender;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Builds a Markdown text with tables. */
public final class Markdown {
    private final StringBuilder text = new StringBuilder();

    public Markdown append(String more) {
        text.append(more);
        return this;
    }

    /** Writes a line. */
    public Markdown line(String format, Object... arguments) {
        text.append(String.format(Locale.ROOT, format, arguments)).append('\n');
        return this;
    }

    /** Writes a heading of the second level, with an empty line before and after it. */
    public Markdown heading(String heading) {
        if (!text.toString().endsWith("\n\n")) {
            line("");
        }
        return line("## %s", heading).line("");
    }

    /**
     * Writes a heading and a table with a row for each case and a column for each contender.
     *
     * @param name the name of a case, for human readers
     */
    public <Q, C extends Contender> Markdown table(
            String heading,
            List<Q> cases,
            Function<Q, String> name,
            List<C> contenders,
            BiFunction<Q, C, String> cell) {
        heading(heading);
        line(
                "| |%s",
                contenders.stream().map(each -> " " + each.system() + " |").collect(joining()));
        line("|---|%s", "---|".repeat(contenders.size()));
        for (Q each : cases) {
            line(
                    "| %s |%s",
                    name.apply(each),
                    contenders.stream()
                            .map(contender -> " " + cell.apply(each, contender) + " |")
                            .collect(joining()));
        }
        return this;
    }

    /** Lists what was asked, with the SQL of one of the contenders. */
    public <Q extends Case> Markdown cases(List<Q> cases, Function<Q, String> sql) {
        heading("The questions");
        for (Q each : cases) {
            line("- **%s**: %s: `%s`", each.name(), each.description(), sql.apply(each));
        }
        return this;
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
