// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder.doctor;

import java.util.Optional;

/**
 * Tells what an examination has found.
 *
 * @param level how bad it is
 * @param subject the table or the part of the deployment that was examined
 * @param text a clause about it
 * @param remedy what to do; empty if nothing is to be done
 */
public record Finding(Level level, String subject, String text, Optional<String> remedy) {
    /** Says how bad a finding is, from good to bad. */
    public enum Level {
        /** Nothing is wrong with what was examined. */
        OK,
        /** It was not examined, because the user asked for that. */
        SKIPPED,
        /** It could not be examined. */
        UNKNOWN,
        /** It costs speed or space. */
        WARNING,
        /** It keeps builds or queries from using an index. */
        PROBLEM
    }

    static Finding ok(String subject, String text) {
        return new Finding(Level.OK, subject, text, Optional.empty());
    }

    /** Returns the finding that something was left out on request, so that nobody takes it for examined. */
    public static Finding skipped(String subject, String text) {
        return new Finding(Level.SKIPPED, subject, text, Optional.empty());
    }

    /** Returns the finding that something could not be examined. */
    public static Finding unknown(String subject, String text, String remedy) {
        return new Finding(Level.UNKNOWN, subject, text, Optional.of(remedy));
    }

    static Finding warning(String subject, String text, String remedy) {
        return new Finding(Level.WARNING, subject, text, Optional.of(remedy));
    }

    static Finding problem(String subject, String text, String remedy) {
        return new Finding(Level.PROBLEM, subject, text, Optional.of(remedy));
    }
}
