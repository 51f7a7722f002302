// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.smallobjects;

import io.skipping.benchmarks.measure.Rounds;
import io.skipping.testing.lake.Run;
import io.skipping.testing.lake.Setting;

/**
 * Holds the runs of one question.
 *
 * @param objects number of objects in the table
 * @param rounds all rounds include the setting with skipping
 * @param planning the runs of EXPLAIN, by the stock connector and with skipping
 */
record Answers(int objects, Question question, Rounds<Setting> rounds, Rounds<Setting> planning) {
    /** Returns the number of objects and the name of the question. */
    String name() {
        return "objects=%d/%s".formatted(objects, question.name());
    }

    /** Returns the number of objects that hold a wanted row. */
    long objectsWanted() {
        return (long) rounds.row().getLast();
    }

    static double objects(Run run) {
        return run.objects(SmallTable.ALL);
    }
}
