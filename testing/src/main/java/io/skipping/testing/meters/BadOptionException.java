// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.meters;

/** Reports an option that cannot be met. The message names the option as on the command line, and the remedy. */
public final class BadOptionException extends IllegalArgumentException {
    BadOptionException(String option, Object value, String remedy) {
        super("%s %s: %s".formatted(option, value, remedy));
    }
}
