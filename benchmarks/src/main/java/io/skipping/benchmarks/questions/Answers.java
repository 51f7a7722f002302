// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.questions;

import io.skipping.benchmarks.measure.Rounds;
import io.skipping.testing.lake.Run;
import io.skipping.testing.lake.Setting;

/** Holds what was measured of a question. */
record Answers(AskedQuestion question, Rounds<Setting> rounds) {
    /** Returns the number of objects of the table of which bytes were read. */
    double objects(Run run) {
        return run.objects(question.question().table() + "/");
    }
}
