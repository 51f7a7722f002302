// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.skipping;

import io.skipping.benchmarks.measure.Rounds;
import io.skipping.testing.lake.Run;

/** What a question took. */
record Answers(Question question, Rounds<Contender> rounds) {
    /** Whether a contender left objects alone that its plain counterpart reads. */
    boolean prunes(Contender contender) {
        return rounds.of(contender, Answers::objects).median()
                < rounds.of(contender.plain(), Answers::objects).median();
    }

    /** Objects with data that bytes were read of. */
    static double objects(Run run) {
        return run.objects("meters_");
    }
}
