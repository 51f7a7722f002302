// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.storageside;

import io.skipping.benchmarks.measure.Rounds;
import io.skipping.testing.lake.Run;
import java.util.OptionalDouble;

/**
 * What left the store for a question, and what would if the store filtered.
 *
 * @param oracle in CSV where the format is columnar: the stores that filter such objects send text
 */
record Outcome(ObjectKind kind, Question question, Rounds<Side> rounds, Oracle oracle) {
    /** Of all bytes, what a filter saves at least if it saves anything to speak of. */
    private static final double LEAST_SAVING = 0.01;

    /** In results. */
    String name() {
        return name(kind, question);
    }

    static String name(ObjectKind kind, Question question) {
        return "%s/%s".formatted(kind.title(), question.name());
    }

    boolean equal() {
        return rounds.equal() && oracle.rows() == (long) rounds.row().getFirst();
    }

    double bytes(Side side) {
        return rounds.of(side, Run::bytes).median();
    }

    /**
     * How far a side is on the way from no filter to a filter at the store: 0 at its start, 1 at its end, more beyond.
     *
     * @param oracleBytes what a filter at the store would send
     * @return nothing where that is as much as is read without a filter, nearly, or more
     */
    OptionalDouble way(Side side, long oracleBytes) {
        double none = bytes(Side.NONE);
        return oracleBytes < (1 - LEAST_SAVING) * none
                ? OptionalDouble.of((none - bytes(side)) / (none - oracleBytes))
                : OptionalDouble.empty();
    }
}
