// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.storageside;

import io.skipping.benchmarks.measure.Rounds;
import io.skipping.testing.lake.Run;
import java.util.OptionalDouble;

/**
 * Holds what left the store for a question, and what would have if the store filtered.
 *
 * @param oracle in CSV if the format is columnar: stores that filter such objects send text
 */
record Outcome(ObjectKind kind, Question question, Rounds<Side> rounds, Oracle oracle) {
    /** The fraction of all bytes that a filter must save for the comparison to mean anything. */
    private static final double LEAST_SAVING = 0.01;

    /** Returns the name of the case in results. */
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
     * Returns where a side stands between no filter (0) and a filter at the store (1); it may exceed 1.
     *
     * @param oracleBytes bytes that a filter at the store would send
     * @return empty if a filter at the store would save next to nothing
     */
    OptionalDouble way(Side side, long oracleBytes) {
        double none = bytes(Side.NONE);
        return oracleBytes < (1 - LEAST_SAVING) * none
                ? OptionalDouble.of((none - bytes(side)) / (none - oracleBytes))
                : OptionalDouble.empty();
    }
}
