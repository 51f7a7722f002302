// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder.job;

/** Reports that the user wants the command to end now. */
public final class InterruptedJobException extends JobException {
    InterruptedJobException() {
        super(Scope.SERVER, "Interrupted");
    }
}
