// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.explain;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.util.Utils;

/**
 * Explains one condition of a scan, or all of them.
 *
 * @param condition the condition, as SQL; empty if the text is not about one
 * @param text a sentence that says what indexes leave, and why
 */
public record ExplainedLine(Optional<String> condition, String text) {
    /** Long lists and texts are of no use to a reader. */
    private static final int LONGEST = 200;

    public ExplainedLine {
        condition = condition
                .map(ExplainedLine::inOneLine)
                .map(sql -> sql.length() > LONGEST ? sql.substring(0, LONGEST) + "…" : sql);
        text = inOneLine(requireNonNull(text, "text is null"));
    }

    /** Returns a line that is not about one condition. */
    public static ExplainedLine of(String text) {
        return new ExplainedLine(Optional.empty(), text);
    }

    /**
     * Returns the name of the line among the details of a scan: its number, and the condition, which short plans would cut off in the text.
     * Spark hides what it is told to hide in the text alone.
     */
    public String name(String number) {
        return condition
                .map(sql -> number + ", " + Utils.redact(SQLConf.get().stringRedactionPattern(), sql))
                .orElse(number);
    }

    private static String inOneLine(String text) {
        return text.replaceAll("\\s+", " ");
    }

    @Override
    public String toString() {
        return condition.map(sql -> sql + ": " + text).orElse(text);
    }
}
