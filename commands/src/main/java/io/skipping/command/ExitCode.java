// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.command;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/** Lists the exit codes of the commands. */
public enum ExitCode {
    /** The work is finished. */
    OK(0),
    /** The work failed, wholly or in part; messages on standard error say what. */
    FAILED(1),
    /** The command line is wrong. */
    USAGE(2),
    /** The work is finished, except for a part whose absence costs time and changes no result. */
    PARTLY_FAILED(3);

    private final int value;

    ExitCode(int value) {
        this.value = value;
    }

    /** Returns the code that the process exits with. */
    public int value() {
        return value;
    }

    /** Returns the worse of two codes, for work done in one run. */
    public ExitCode or(ExitCode other) {
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

    /**
     * Returns the codes with what they mean in a command, for its help.
     *
     * @param meaning returns a code's meaning in that command
     */
    public static Map<String, String> help(Function<ExitCode, String> meaning) {
        Map<String, String> lines = new LinkedHashMap<>();
        for (ExitCode code : values()) {
            lines.put(String.valueOf(code.value), meaning.apply(code));
        }
        return lines;
    }
}
