// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.name;

/**
 * Identifies a task, which is a share of a job's output.
 *
 * @param type a lower-case letter: {@code m} for map, {@code r} for reduce
 * @param number a number that no other task of this type has in the job; 0 or more
 */
public record TaskId(char type, int number) implements Comparable<TaskId> {
    static final String SYNTAX = "[a-z][0-9]{5,10}";

    public TaskId {
        if (type < 'a' || type > 'z') {
            throw new IllegalArgumentException(
                    "'%s' can't be the type of a task: a lower-case letter can".formatted(type));
        }
        if (number < 0) {
            throw new IllegalArgumentException("A task can't have the number %d".formatted(number));
        }
    }

    static TaskId parse(String text) {
        return new TaskId(text.charAt(0), Integer.parseInt(text.substring(1)));
    }

    @Override
    public int compareTo(TaskId other) {
        return type != other.type ? Character.compare(type, other.type) : Integer.compare(number, other.number);
    }

    @Override
    public String toString() {
        // String.format would be too slow, as this is called for each object of a listing
        String digits = Integer.toString(number);
        return type + "0".repeat(Math.max(0, 5 - digits.length())) + digits;
    }
}
