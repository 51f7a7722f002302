// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.local;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** What a server's log says of a failure. */
final class ServerLog {
    private static final int MOST_LINES = 40;

    private static final Pattern FAILURE =
            Pattern.compile("\\tERROR\\t|^Caused by|^[0-9]+\\) |Error:|^Exception|^Error|^Unrecognized|Exception: ");

    private ServerLog() {}

    /** The lines that tell of failures, or if there are none the last ones; all of a short log. */
    static String failures(Path log) {
        List<String> lines;
        try {
            lines = new String(Files.readAllBytes(log), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        } catch (IOException e) {
            return "No log: " + e.getMessage();
        }
        List<String> failures =
                lines.stream().filter(line -> FAILURE.matcher(line).find()).toList();
        List<String> shown = failures.isEmpty() || lines.size() <= MOST_LINES ? lines : failures;
        return String.join("\n", shown.subList(Math.max(0, shown.size() - MOST_LINES), shown.size()));
    }
}
