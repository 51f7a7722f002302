// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.name;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Implements the syntax of attempt names, {@code <base>-attempt.<job>.<task>.<attempt><rest>}.
 *
 * <p>The syntax alone decides what a name is, so that readers can recognise leftovers of a job that they know nothing
 * about.
 */
public final class AttemptNames {
    private static final String MARKER = "-attempt.";
    private static final Pattern SYNTAX = Pattern.compile(
            "([^=/]+?)%s(%s)\\.(%s)\\.([0-9]{1,10})((?:[-_.][^=/]*)?)"
                    .formatted(Pattern.quote(MARKER), JobId.SYNTAX, TaskId.SYNTAX),
            Pattern.DOTALL);

    private AttemptNames() {}

    /**
     * Returns a name that identifies the attempt. If the base already names another attempt, as it may in a
     * configuration that several tasks share, that part is replaced.
     *
     * @param base may have folders before it
     * @throws IllegalArgumentException if the base has no file name, or one that readers would not recognise as that of
     *     an attempt, so that what failed attempts wrote would count
     */
    public static String name(String base, Attempt attempt) {
        int folder = base.lastIndexOf('/') + 1;
        String stripped = withoutAttempt(base);
        if (stripped.length() == folder) {
            throw new IllegalArgumentException("'%s' has no file name".formatted(base));
        }
        String name = stripped + MARKER + attempt;
        if (!attemptOfPath(name).equals(Optional.of(attempt))) {
            throw new IllegalArgumentException(unrecognised(base, stripped.substring(folder)));
        }
        return name;
    }

    private static String unrecognised(String base, String name) {
        if (name.indexOf('=') >= 0) {
            return "'%s' can't be the base name of output: a file name must not have '='. To write to a partition, put a file name after it, such as '%s/part'"
                    .formatted(base, base);
        }
        if (isHidden(name)) {
            return "'%s' can't be the base name of output: readers ignore files whose names start with '_' or '.'. Let the file name start with another character"
                    .formatted(base);
        }
        return "'%s' can't be the base name of output: readers would take the file for one of another attempt. Choose a name without '%s'"
                .formatted(base, MARKER);
    }

    /** Returns the base name that {@link #name} was given; one that identifies no attempt stays as it is. */
    public static String withoutAttempt(String name) {
        int folder = name.lastIndexOf('/') + 1;
        return name.substring(0, folder) + base(name.substring(folder));
    }

    private static String base(String name) {
        Matcher matcher = SYNTAX.matcher(name);
        return matcher.matches() ? matcher.group(1) : name;
    }

    /** Returns the attempt that a name without folders identifies; empty for ordinary names. */
    public static Optional<Attempt> attempt(String name) {
        // a cheap test first, for listings of many ordinary names
        if (!name.contains(MARKER) || isHidden(name)) {
            return Optional.empty();
        }
        Matcher matcher = SYNTAX.matcher(name);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        return Attempt.parse(new JobId(matcher.group(2)), matcher.group(3) + "." + matcher.group(4));
    }

    /** Returns the attempt that an object belongs to: that of the first name in its path that identifies one. */
    public static Optional<Attempt> attemptOfPath(String path) {
        if (!path.contains(MARKER)) {
            return Optional.empty();
        }
        for (String name : path.split("/", -1)) {
            Optional<Attempt> attempt = attempt(name);
            if (attempt.isPresent()) {
                return attempt;
            }
        }
        return Optional.empty();
    }

    /**
     * Returns the folder that an attempt wrote an object to: what is before the first name that identifies an attempt.
     * Where that name is a folder's, as a MapFile's is, returns the folder that contains it.
     *
     * @return "" or with a trailing slash
     * @throws IllegalArgumentException if no name identifies an attempt
     */
    public static String folderOfAttempt(String path) {
        int start = 0;
        for (String name : path.split("/", -1)) {
            if (attempt(name).isPresent()) {
                return path.substring(0, start);
            }
            start += name.length() + 1;
        }
        throw new IllegalArgumentException("'%s' does not identify an attempt".formatted(path));
    }

    /**
     * Returns whether readers treat an object as data at all: no name in the path may start with '_' or '.'. A
     * partition of a column that starts with '_' is data, because Spark reads it.
     */
    public static boolean isData(String path) {
        int start = 0;
        while (true) {
            int slash = path.indexOf('/', start);
            if (isHidden(path, start, slash < 0 ? path.length() : slash)) {
                return false;
            }
            if (slash < 0) {
                return true;
            }
            start = slash + 1;
        }
    }

    private static boolean isHidden(String name) {
        return isHidden(name, 0, name.length());
    }

    private static boolean isHidden(String path, int start, int end) {
        if (start == end) {
            return false;
        }
        return switch (path.charAt(start)) {
            case '.' -> true;
            case '_' -> {
                int equals = path.indexOf('=', start);
                yield equals < 0 || equals >= end;
            }
            default -> false;
        };
    }
}
