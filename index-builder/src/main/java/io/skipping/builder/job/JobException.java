// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder.job;

/**
 * Reports that a command cannot do what it was asked for. The message names the thing and, if there is one, the remedy.
 */
public class JobException extends RuntimeException {
    private final Scope scope;

    /** Says what else would fail for the same reason. */
    public enum Scope {
        /** Other tables may succeed. */
        TABLE,
        /** The user lacks a right on the table; other tables may succeed. */
        DENIED,
        /** The table does not exist, or does not exist any more. */
        NO_TABLE,
        /** The table cannot have an index. */
        NO_INDEX,
        /** The store of the table's index was not tried, because a trial would leave something there. */
        UNTRIED,
        /** Every other table would fail in the same way now. */
        SERVER,
    }

    /** Creates the failure; the message is meant for the user. */
    public JobException(Scope scope, String message, Throwable cause) {
        super(message, cause);
        this.scope = scope;
    }

    /** Creates a failure without a cause; the message is meant for the user. */
    public JobException(Scope scope, String message) {
        this(scope, message, null);
    }

    /** Returns the same failure, with another sentence about what it means. */
    public JobException with(String sentence) {
        String message = getMessage();
        String end = message.endsWith(".") || message.endsWith("?") ? " " : ". ";
        return new JobException(scope, message + end + sentence, this);
    }

    /** Returns what else would fail for the same reason. */
    public Scope scope() {
        return scope;
    }
}
