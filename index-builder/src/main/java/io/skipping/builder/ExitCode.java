// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder;

import java.util.LinkedHashMap;
import java.util.Map;

/** The exit codes of the command. */
enum ExitCode {
    OK(0, "all is well"),
    FAILED(1, "failed: nothing was published for some table; what was summarised is kept and the next build goes on"),
    USAGE(2, "wrong options"),
    PARTLY_FAILED(
            3,
            "published, but some objects could not be summarised; queries read them. Of status: an index is damaged, and the next build repairs it");

    private final int value;
    private final String meaning;

    ExitCode(int value, String meaning) {
        this.value = value;
        this.meaning = meaning;
    }

    int value() {
        return value;
    }

    /** Returns the worse of two codes, for work done in one run. */
    ExitCode or(ExitCode other) {
        return severity() >= other.severity() ? this : other;
    }

    private int severity() {
        return switch (this) {
            case OK -> 0;
            case PARTLY_FAILED -> 1;
            case FAILED -> 2;
            case USAGE -> 3;
        };
    }

    /** Returns the codes and their meanings, for the help. */
    static Map<String, String> help() {
        Map<String, String> lines = new LinkedHashMap<>();
        for (ExitCode code : values()) {
            lines.put(String.valueOf(code.value), code.meaning);
        }
        return lines;
    }
}
