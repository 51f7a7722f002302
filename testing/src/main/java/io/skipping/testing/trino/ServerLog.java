// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.trino;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** Extracts failures from a server's log. */
final class ServerLog {
    private static final int MOST_LINES = 20;

    private static final Pattern FAILURE =
            Pattern.compile("\\tERROR\\t|^Caused by|^[0-9]+\\) |Error:|^Exception|^Error|^Unrecognized|Exception: ");

    private ServerLog() {}

    /**
     * Returns the first lines that report failures, or, if there are none, the last lines; the whole log if it is
     * short.
     */
    static String failures(Path log) {
        List<String> lines;
        try {
            lines = new String(Files.readAllBytes(log), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        } catch (IOException e) {
            return "No log: " + e.getMessage();
        }
        if (lines.size() <= MOST_LINES) {
            return String.join("\n", lines);
        }
        // the first failure is the cause of many that follow
        List<String> failures = lines.stream()
                .filter(line -> FAILURE.matcher(line).find())
                .distinct()
                .limit(MOST_LINES)
                .toList();
        return String.join(
                "\n", failures.isEmpty() ? lines.subList(lines.size() - MOST_LINES, lines.size()) : failures);
    }
}
