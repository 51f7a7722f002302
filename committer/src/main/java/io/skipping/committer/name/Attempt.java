// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.name;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One attempt at a task, as names of objects carry it. */
public record Attempt(JobId job, TaskId task, int number) {
    private static final Pattern WITHIN_JOB = Pattern.compile("(%s)\\.([0-9]{1,10})".formatted(TaskId.SYNTAX));

    public Attempt {
        if (number < 0) {
            throw new IllegalArgumentException("An attempt can't have the number %d".formatted(number));
        }
    }

    /** Task and attempt, such as {@code m00003.0}. */
    public String withinJob() {
        return task + "." + number;
    }

    /** The reverse of {@link #withinJob}; nothing for other texts. */
    public static Optional<Attempt> parse(JobId job, String withinJob) {
        Matcher matcher = WITHIN_JOB.matcher(withinJob);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(new Attempt(job, TaskId.parse(matcher.group(1)), Integer.parseInt(matcher.group(2))));
        } catch (NumberFormatException e) {
            // ten digits may be more than there are tasks
            return Optional.empty();
        }
    }

    @Override
    public String toString() {
        return job + "." + withinJob();
    }
}
