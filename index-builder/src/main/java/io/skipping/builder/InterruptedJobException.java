// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder;

/** Thrown when the user wants the command to end now. */
final class InterruptedJobException extends JobException {
    InterruptedJobException() {
        super(Scope.SERVER, "Interrupted");
    }
}
