// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.pruning;

import io.skipping.benchmarks.local.LoggedRequest;
import io.skipping.benchmarks.measure.Queries;
import io.skipping.benchmarks.measure.Run;
import io.skipping.benchmarks.measure.Setting;
import java.sql.SQLException;
import java.util.Set;
import java.util.stream.Collectors;

/** A question, answered by the stock connector, and by this project's with skipping off and on. */
record Outcome(PruningCase question, Run plain, Run off, Run skipping) {
    static Outcome of(Queries queries, PruningCase question) throws SQLException {
        Run plain = queries.run(question.sql(Setting.PLAIN));
        queries.use(Setting.OFF);
        Run off = queries.run(question.sql(Setting.OFF));
        queries.use(Setting.SKIPPING);
        Run skipping = queries.run(question.sql(Setting.SKIPPING));
        return new Outcome(question, plain, off, skipping);
    }

    boolean equalResults() {
        return plain.rows().equals(off.rows()) && plain.rows().equals(skipping.rows());
    }

    /** The stock connector opens every object. */
    long objectsInAll() {
        return plain.counts().data().objectsRead();
    }

    /** How few objects could give this answer. */
    long objectsNeeded() {
        return question.needed().orElse(plain.rows().size());
    }

    long objectsRead() {
        return skipping.counts().data().objectsRead();
    }

    /** Which objects were read. */
    Set<String> objects() {
        return skipping.counts().data().entries().stream()
                .filter(LoggedRequest::isRead)
                .map(LoggedRequest::key)
                .collect(Collectors.toSet());
    }

    boolean targetMet() {
        return question.target().test().test(this);
    }
}
