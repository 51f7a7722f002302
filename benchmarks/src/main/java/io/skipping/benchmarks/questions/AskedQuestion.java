// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.questions;

import io.skipping.benchmarks.measure.Case;
import io.skipping.testing.lake.Setting;
import io.skipping.testing.trips.TripQuestion;

/** Describes a question about trips. */
record AskedQuestion(TripQuestion question) implements Case {
    @Override
    public String name() {
        return question.name();
    }

    @Override
    public String description() {
        return question.title();
    }

    String sql(Setting setting) {
        return question.sqlIn("%s.%s".formatted(setting.catalog(), Questions.SCHEMA));
    }
}
