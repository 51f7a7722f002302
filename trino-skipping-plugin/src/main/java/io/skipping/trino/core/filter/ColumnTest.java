// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.filter;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.SourcePage;
import io.trino.spi.predicate.Domain;
import java.util.List;
import java.util.Map;

/** A filter of one column of the pages of a source. */
record ColumnTest(int channel, ColumnFilter filter) {
    /** Columns that are wanted, and behind them those that are tested and nobody wants. */
    static List<ColumnHandle> withColumnsOf(Map<? extends ColumnHandle, Domain> domains, List<ColumnHandle> wanted) {
        return ImmutableList.<ColumnHandle>builder()
                .addAll(wanted)
                .addAll(domains.keySet().stream()
                        .filter(column -> !wanted.contains(column))
                        .iterator())
                .build();
    }

    /** @param columns of the pages */
    static List<ColumnTest> of(Map<? extends ColumnHandle, Domain> domains, List<ColumnHandle> columns) {
        return domains.entrySet().stream()
                .map(entry -> new ColumnTest(columns.indexOf(entry.getKey()), new ColumnFilter(entry.getValue())))
                .collect(toImmutableList());
    }

    /**
     * Puts the positions of the rows that pass all tests to the begin of an array.
     *
     * @param positions all of the page
     * @return how many rows these are
     */
    static int select(List<ColumnTest> tests, SourcePage page, int[] positions) {
        int kept = positions.length;
        for (ColumnTest test : tests) {
            if (kept == 0) {
                // columns of rows that are out already are not decoded, where the format allows it
                return 0;
            }
            kept = test.filter().select(page.getBlock(test.channel()), positions, kept);
        }
        return kept;
    }
}
