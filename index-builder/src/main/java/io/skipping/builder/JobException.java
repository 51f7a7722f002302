// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder;

/** The command cannot do what it was asked for. The message names the thing and, where there is one, the remedy. */
class JobException extends RuntimeException {
    private final Scope scope;

    enum Scope {
        /** other tables may fare better */
        TABLE,
        /** there is no such table, or none any more */
        NO_TABLE,
        /** a table that cannot have an index */
        NO_INDEX,
        /** every other table would fare the same now */
        SERVER,
    }

    JobException(Scope scope, String message, Throwable cause) {
        super(message, cause);
        this.scope = scope;
    }

    JobException(Scope scope, String message) {
        this(scope, message, null);
    }

    /** The same failure, with one more sentence about what it means. */
    JobException with(String sentence) {
        String message = getMessage();
        String end = message.endsWith(".") || message.endsWith("?") ? " " : ". ";
        return new JobException(scope, message + end + sentence, this);
    }

    Scope scope() {
        return scope;
    }
}
