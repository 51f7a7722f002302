// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder;

/**
 * Thrown when a command cannot do what it was asked for. The message names the thing and, if there is one, the remedy.
 */
class JobException extends RuntimeException {
    private final Scope scope;

    enum Scope {
        /** other tables may succeed */
        TABLE,
        /** the table does not exist, or does not exist any more */
        NO_TABLE,
        /** the table cannot have an index */
        NO_INDEX,
        /** every other table would fail in the same way now */
        SERVER,
    }

    JobException(Scope scope, String message, Throwable cause) {
        super(message, cause);
        this.scope = scope;
    }

    JobException(Scope scope, String message) {
        this(scope, message, null);
    }

    /** Returns the same failure, with another sentence about what it means. */
    JobException with(String sentence) {
        String message = getMessage();
        String end = message.endsWith(".") || message.endsWith("?") ? " " : ". ";
        return new JobException(scope, message + end + sentence, this);
    }

    Scope scope() {
        return scope;
    }
}
