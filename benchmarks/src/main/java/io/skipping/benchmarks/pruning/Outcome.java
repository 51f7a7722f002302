// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.pruning;

import io.skipping.testing.lake.Queries;
import io.skipping.testing.lake.Run;
import io.skipping.testing.lake.Setting;
import io.skipping.testing.s3.LoggedRequest;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Holds the answers to a question by the stock connector, and by this project's with skipping off and on. */
record Outcome(PruningCase question, Run plain, Run off, Run skipping) {
    static Outcome of(Queries queries, PruningCase question) throws SQLException {
        Run plain = queries.run(question.sql(Setting.PLAIN));
        queries.use(Setting.OFF);
        Run off = queries.run(question.sql(Setting.OFF));
        return new Outcome(question, plain, off, skipping(queries, question));
    }

    /** Answers questions about one table with one scan where nothing is skipped. */
    static List<Outcome> of(Queries queries, List<PruningCase> questions) throws SQLException {
        List<Run> plain = AtOnce.run(queries, Setting.PLAIN, questions);
        queries.use(Setting.OFF);
        List<Run> off = AtOnce.run(queries, Setting.OFF, questions);
        List<Outcome> outcomes = new ArrayList<>();
        for (PruningCase question : questions) {
            int number = outcomes.size();
            outcomes.add(new Outcome(question, plain.get(number), off.get(number), skipping(queries, question)));
        }
        return outcomes;
    }

    private static Run skipping(Queries queries, PruningCase question) throws SQLException {
        queries.use(Setting.SKIPPING);
        return queries.run(question.sql(Setting.SKIPPING));
    }

    boolean equalResults() {
        return plain.rows().equals(off.rows()) && plain.rows().equals(skipping.rows());
    }

    /** Returns the number of all objects, since the stock connector opens every object. */
    long objectsInAll() {
        return plain.counts().data().objectsRead();
    }

    /** Returns how few objects could give this answer. */
    long objectsNeeded() {
        return question.needed().orElse(plain.rows().size());
    }

    long objectsRead() {
        return skipping.counts().data().objectsRead();
    }

    /** Returns the keys of the objects that were read. */
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
