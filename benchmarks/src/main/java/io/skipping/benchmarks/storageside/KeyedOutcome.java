// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.storageside;

import io.skipping.benchmarks.measure.Case;
import io.skipping.benchmarks.measure.Quartiles;
import io.skipping.benchmarks.measure.Rounds;
import io.skipping.benchmarks.storageside.KeyedTable.Way;
import io.skipping.testing.lake.Run;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Holds how a share of a table's rows was read.
 *
 * @param share in percent
 * @param work what the filter at the store did in each round, before anything was sent
 */
record KeyedOutcome(KeyedTable table, int share, Rounds<Way> rounds, List<Run> work) implements Case {
    @Override
    public String name() {
        return table.caseName(share);
    }

    @Override
    public String description() {
        return "%d %% of %d rows of a key and %d values".formatted(share, table.rows(), table.values());
    }

    /** Returns the time in which the filter at the store decodes and encodes, in seconds. */
    Quartiles workSeconds() {
        return Quartiles.of(work.stream().mapToDouble(Run::seconds));
    }

    double bytes(Way way) {
        return rounds.of(way, Run::bytes).median();
    }

    double seconds(Way way) {
        return rounds.of(way, Run::seconds).median();
    }

    /**
     * Returns the bandwidth below which a filter at the store pays: that at which the bytes that it does not send take
     * as long as it takes longer than reading without it.
     *
     * @param without the way to read without a filter at the store
     * @return bytes a second; empty if it sends no less, so that it never pays. Infinite if it takes no longer even over
     *     a network that takes no time
     */
    OptionalDouble breakEven(Way without) {
        double saved = bytes(without) - bytes(Way.STORE);
        double lost = seconds(Way.STORE) - seconds(without);
        return saved > 0
                ? OptionalDouble.of(lost > 0 ? saved / lost : Double.POSITIVE_INFINITY)
                : OptionalDouble.empty();
    }
}
