// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.explain;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.joining;

import java.util.Optional;
import java.util.stream.Stream;

/**
 * Holds what helps where an index excludes too little. Both parts are complete and can be run as they are; the statement comes
 * first.
 *
 * @param statement what the engine runs: SQL, or a call of an API
 * @param command a command line
 */
public record Remedy(Optional<String> statement, Optional<String> command) {
    public static final Remedy NONE = new Remedy(Optional.empty(), Optional.empty());

    public Remedy {
        requireNonNull(statement, "statement is null");
        requireNonNull(command, "command is null");
    }

    /** Returns a remedy that is a statement alone. */
    public static Remedy ofStatement(String statement) {
        return new Remedy(Optional.of(statement), Optional.empty());
    }

    /** Returns a remedy that is a command alone. */
    public static Remedy of(String command) {
        return new Remedy(Optional.empty(), Optional.of(command));
    }

    public static Remedy of(String statement, String command) {
        return new Remedy(Optional.of(statement), Optional.of(command));
    }

    /** Returns both parts in one line, as EXPLAIN shows them; empty if there are none. */
    public String text() {
        return Stream.of(statement, command).flatMap(Optional::stream).collect(joining(", then "));
    }
}
