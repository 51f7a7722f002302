// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder.job;

/**
 * Thrown when a command cannot do what it was asked for. The message names the thing and, if there is one, the remedy.
 */
public class JobException extends RuntimeException {
    private final Scope scope;

    public enum Scope {
        /** other tables may succeed */
        TABLE,
        /** the user lacks a right on the table; other tables may succeed */
        DENIED,
        /** the table does not exist, or does not exist any more */
        NO_TABLE,
        /** the table cannot have an index */
        NO_INDEX,
        /** the store of the table's index was not tried, because a trial would leave something there */
        UNTRIED,
        /** every other table would fail in the same way now */
        SERVER,
    }

    public JobException(Scope scope, String message, Throwable cause) {
        super(message, cause);
        this.scope = scope;
    }

    public JobException(Scope scope, String message) {
        this(scope, message, null);
    }

    /** Returns the same failure, with another sentence about what it means. */
    public JobException with(String sentence) {
        String message = getMessage();
        String end = message.endsWith(".") || message.endsWith("?") ? " " : ". ";
        return new JobException(scope, message + end + sentence, this);
    }

    public Scope scope() {
        return scope;
    }
}
