// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.filter;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.SourcePage;
import io.trino.spi.predicate.Domain;
import java.util.List;
import java.util.Map;

/** Filters one column of the pages of a source. */
record ColumnTest(int channel, ColumnFilter filter) {
    /** Returns the wanted columns, followed by the tested columns that are not among them. */
    static List<ColumnHandle> withColumnsOf(Map<? extends ColumnHandle, Domain> domains, List<ColumnHandle> wanted) {
        return ImmutableList.<ColumnHandle>builder()
                .addAll(wanted)
                .addAll(domains.keySet().stream()
                        .filter(column -> !wanted.contains(column))
                        .iterator())
                .build();
    }

    /**
     * Creates a test for each domain.
     *
     * @param columns the columns of the pages, in order
     */
    static List<ColumnTest> of(Map<? extends ColumnHandle, Domain> domains, List<ColumnHandle> columns) {
        return domains.entrySet().stream()
                .map(entry -> new ColumnTest(columns.indexOf(entry.getKey()), new ColumnFilter(entry.getValue())))
                .collect(toImmutableList());
    }

    /**
     * Moves the positions of the rows that pass all tests to the beginning of the array.
     *
     * @param positions all positions of the page
     * @return the number of rows that pass
     */
    static int select(List<ColumnTest> tests, SourcePage page, int[] positions) {
        int kept = positions.length;
        for (ColumnTest test : tests) {
            if (kept == 0) {
                // some formats decode a column lazily; once no row is left, the remaining columns are not decoded
                return 0;
            }
            kept = test.filter().select(page.getBlock(test.channel()), positions, kept);
        }
        return kept;
    }
}
