// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import static com.google.common.base.Preconditions.checkArgument;
import static io.trino.spi.type.IntegerType.INTEGER;

import com.google.common.collect.ImmutableList;
import io.skipping.index.IndexedColumn;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.type.Keys.NullOrder;
import io.skipping.index.type.RangeRanks.Ranked;
import io.trino.spi.block.Block;
import io.trino.spi.block.ColumnarArray;
import io.trino.spi.type.Type;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The values at some ranks of many ranges. */
final class RanksReader implements SummaryReader {
    private final int[] ranks;
    private final Keys smallest;
    private final Keys largest;
    /** first rank of each range, with one more entry at the end */
    private final int[] offsets;

    RanksReader(Type type, SummaryBlocks summaries) {
        ColumnarArray rankArrays =
                ColumnarArray.toColumnarArray(summaries.fields().get(RanksIndexType.RANK));
        ColumnarArray smallestArrays =
                ColumnarArray.toColumnarArray(summaries.fields().get(RanksIndexType.SMALLEST));
        ColumnarArray largestArrays =
                ColumnarArray.toColumnarArray(summaries.fields().get(RanksIndexType.LARGEST));
        this.offsets = new int[summaries.size() + 1];
        for (int range = 0; range < summaries.size(); range++) {
            int count = length(rankArrays, range);
            checkArgument(
                    length(smallestArrays, range) == count && length(largestArrays, range) == count,
                    "the kept values of an index are not as many as their ranks");
            offsets[range + 1] = offsets[range] + count;
        }
        Block rankBlock = rankArrays.getElementsBlock();
        checkArgument(
                !rankBlock.hasNull()
                        && !smallestArrays.getElementsBlock().hasNull()
                        && !largestArrays.getElementsBlock().hasNull(),
                "the kept ranks of an index hold a NULL");
        this.ranks = new int[rankBlock.getPositionCount()];
        for (int i = 0; i < ranks.length; i++) {
            ranks[i] = INTEGER.getInt(rankBlock, i);
        }
        this.smallest = Keys.of(type, smallestArrays.getElementsBlock(), NullOrder.LOWEST);
        this.largest = Keys.of(type, largestArrays.getElementsBlock(), NullOrder.LOWEST);
    }

    private static int length(ColumnarArray arrays, int range) {
        return arrays.isNull(range) ? 0 : arrays.getLength(range);
    }

    @Override
    public Optional<Matcher> compile(List<IndexedColumn> columns, Predicate.Leaf leaf) {
        // bounds decide all that these could
        return Optional.empty();
    }

    @Override
    public Optional<RangeRanks> ranks(int range) {
        return offsets[range] == offsets[range + 1]
                ? Optional.empty()
                : Optional.of(new RangeRanks(ranked(smallest, range), ranked(largest, range)));
    }

    private List<Ranked> ranked(Keys values, int range) {
        return IntStream.range(offsets[range], offsets[range + 1])
                .mapToObj(index -> new Ranked(ranks[index], values.value(index)))
                .collect(ImmutableList.toImmutableList());
    }

    @Override
    public String describe(int range) {
        return IntStream.range(offsets[range], offsets[range + 1])
                .mapToObj(index ->
                        "%s: %s … %s".formatted(ranks[index], smallest.describe(index), largest.describe(index)))
                .collect(Collectors.joining(", "));
    }

    @Override
    public long retainedBytes() {
        return 4L * ranks.length + smallest.retainedBytes() + largest.retainedBytes() + 4L * offsets.length;
    }
}
