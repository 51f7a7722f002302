// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.skipping;

import io.skipping.benchmarks.measure.Rounds;
import io.skipping.testing.lake.Run;

/** Holds the runs of one question. */
record Answers(Question question, Rounds<Contender> rounds) {
    /** Returns whether a contender reads fewer objects than its plain counterpart. */
    boolean prunes(Contender contender) {
        return rounds.of(contender, Answers::objects).median()
                < rounds.of(contender.plain(), Answers::objects).median();
    }

    /** Returns the number of data objects of which bytes were read. */
    static double objects(Run run) {
        return run.objects("meters_");
    }
}
