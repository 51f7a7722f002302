// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.summarize;

import static io.trino.spi.type.BigintType.BIGINT;
import static io.trino.type.InternalTypeManager.TESTING_TYPE_MANAGER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.skipping.index.ByteRange;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.index.type.IndexTypes;
import io.skipping.index.value.ScalarType;
import io.skipping.trino.core.path.ColumnPaths;
import io.skipping.trino.core.summarize.ColumnarFooter.RowGroup;
import io.skipping.trino.core.summarize.RangeSummaries.RangeSummary;
import io.trino.spi.Page;
import io.trino.spi.block.BlockBuilder;
import io.trino.spi.connector.FixedPageSource;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.testng.annotations.Test;

public class TestRangeSummaries {
    private static final IndexedColumn COLUMN = new IndexedColumn("c", ScalarType.BIGINT, "0:bigint");

    private final RangeSummaries summaries = new RangeSummaries(
            IndexTypes.load(TestRangeSummaries.class.getClassLoader()),
            SummaryColumns.of(
                    List.of(new IndexDefinition("values", List.of(COLUMN), Map.of())),
                    new ColumnPaths(TESTING_TYPE_MANAGER),
                    List.of(COLUMN)));

    @Test
    public void testRangesHoldTheirGroups() throws IOException {
        ColumnarFooter footer = footer(group(3, 0), group(2, 500));
        assertThat(summaries.ofColumnar(footer, 1, (range, _) -> rows(range.start() == 0 ? 3 : 2)))
                .extracting(RangeSummary::range, RangeSummary::rowCount)
                .containsExactly(tuple(new ByteRange(0, 500), 3L), tuple(new ByteRange(500, 500), 2L));
    }

    /** A reader that finds a group in another range than the footer says finds all rows nevertheless. */
    @Test
    public void testAnObjectIsNotCutIfARangeHasOtherRows() throws IOException {
        ColumnarFooter footer = footer(group(3, 0), group(2, 500));
        assertThat(summaries.ofColumnar(
                        footer, 1, (range, _) -> rows(range.length() == 1000 ? 5 : range.start() == 0 ? 1 : 4)))
                .singleElement()
                .returns(footer.whole(), RangeSummary::range)
                .returns(5L, RangeSummary::rowCount);
    }

    private static ColumnarFooter footer(RowGroup... groups) {
        return new ColumnarFooter(1000, List.of(groups), Set.of());
    }

    private static RowGroup group(long rows, long offset) {
        return new RowGroup(List.of(offset), rows, Map.of());
    }

    private static FixedPageSource rows(int count) {
        BlockBuilder values = BIGINT.createBlockBuilder(null, count);
        for (int i = 0; i < count; i++) {
            BIGINT.writeLong(values, i);
        }
        return new FixedPageSource(List.of(new Page(values.build())));
    }
}
