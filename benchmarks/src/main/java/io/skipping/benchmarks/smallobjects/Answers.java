// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.smallobjects;

import io.skipping.benchmarks.measure.Rounds;
import io.skipping.testing.lake.Run;
import io.skipping.testing.lake.Setting;

/**
 * What a question took.
 *
 * @param objects of the table
 * @param rounds in all of them skipping took part
 * @param planning what EXPLAIN of it took, of the stock connector and with skipping
 */
record Answers(int objects, Question question, Rounds<Setting> rounds, Rounds<Setting> planning) {
    /** Objects, and what was asked. */
    String name() {
        return "objects=%d/%s".formatted(objects, question.name());
    }

    /** Objects that hold a row that is wanted. */
    long objectsWanted() {
        return (long) rounds.row().getLast();
    }

    static double objects(Run run) {
        return run.objects(SmallTable.ALL);
    }
}
