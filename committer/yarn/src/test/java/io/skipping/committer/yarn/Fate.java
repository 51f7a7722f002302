// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.yarn;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.TaskAttemptID;

/** What happens to the attempts of a task. */
enum Fate {
    FINE,
    /** The first one throws in mid-write. */
    FAILS,
    /** The first one throws when all is written. */
    FAILS_LATE,
    /** The process of the first one is killed in mid-write. */
    KILLED,
    /** The first one stops in mid-write, until it is killed because another was faster. */
    STALLS,
    /** All of them throw when all is written. */
    ALWAYS_FAILS;

    private static final String PROPERTY = "test.fates";

    /** @param fates of the tasks by their numbers; those that have none fare well */
    static void set(Configuration configuration, Fate... fates) {
        String[] names = new String[fates.length];
        for (int i = 0; i < fates.length; i++) {
            names[i] = fates[i].name();
        }
        configuration.setStrings(PROPERTY, names);
    }

    static Fate of(TaskAttemptID attempt, Configuration configuration) {
        String[] fates = configuration.getStrings(PROPERTY);
        int task = attempt.getTaskID().getId();
        Fate fate = task < fates.length ? valueOf(fates[task]) : FINE;
        return fate == ALWAYS_FAILS || attempt.getId() == 0 ? fate : FINE;
    }
}
