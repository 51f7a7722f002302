// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.name;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Identifies one attempt of a task, as object names identify it.
 *
 * @param job the job of the task
 * @param task the task
 * @param number a number that no other attempt of the task has; 0 or more
 */
public record Attempt(JobId job, TaskId task, int number) {
    private static final Pattern WITHIN_JOB = Pattern.compile("(%s)\\.([0-9]{1,10})".formatted(TaskId.SYNTAX));

    public Attempt {
        if (number < 0) {
            throw new IllegalArgumentException("An attempt can't have the number %d".formatted(number));
        }
    }

    /** Returns task and attempt, such as {@code m00003.0}. */
    public String withinJob() {
        return task + "." + number;
    }

    /** Parses the result of {@link #withinJob}; returns empty for other texts. */
    public static Optional<Attempt> parse(JobId job, String withinJob) {
        Matcher matcher = WITHIN_JOB.matcher(withinJob);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(new Attempt(job, TaskId.parse(matcher.group(1)), Integer.parseInt(matcher.group(2))));
        } catch (NumberFormatException e) {
            // ten digits may exceed the largest number of a task
            return Optional.empty();
        }
    }

    @Override
    public String toString() {
        return job + "." + withinJob();
    }
}
