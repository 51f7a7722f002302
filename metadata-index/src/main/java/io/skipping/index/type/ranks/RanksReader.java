// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type.ranks;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableList;
import io.skipping.index.IndexedColumn;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.type.Matcher;
import io.skipping.index.type.RangeRanks;
import io.skipping.index.type.RangeRanks.Ranked;
import io.skipping.index.type.SummaryReader;
import io.skipping.index.type.SummaryVectors;
import io.skipping.index.value.Keys;
import io.skipping.index.value.Keys.NullOrder;
import io.skipping.index.value.ListColumn;
import io.skipping.index.value.LongColumn;
import io.skipping.index.value.ScalarType;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Holds the values at some ranks of many ranges. */
final class RanksReader implements SummaryReader {
    private final int[] ranks;
    private final Keys smallest;
    private final Keys largest;
    /** first rank of each range, with one more entry at the end */
    private final int[] offsets;

    RanksReader(ScalarType type, SummaryVectors summaries) {
        ListColumn rankLists = (ListColumn) summaries.fields().get(RanksIndexType.RANK);
        ListColumn smallestLists = (ListColumn) summaries.fields().get(RanksIndexType.SMALLEST);
        ListColumn largestLists = (ListColumn) summaries.fields().get(RanksIndexType.LARGEST);
        this.offsets = new int[summaries.size() + 1];
        for (int range = 0; range < summaries.size(); range++) {
            int count = rankLists.length(range);
            checkArgument(
                    smallestLists.length(range) == count && largestLists.length(range) == count,
                    "a summary of a ranks index has different numbers of ranks and values");
            offsets[range + 1] = offsets[range] + count;
        }
        LongColumn rankColumn = (LongColumn) rankLists.elements();
        checkArgument(
                !rankColumn.hasNull()
                        && !smallestLists.elements().hasNull()
                        && !largestLists.elements().hasNull(),
                "the kept ranks of an index hold a NULL");
        this.ranks = new int[rankColumn.size()];
        for (int i = 0; i < ranks.length; i++) {
            ranks[i] = Math.toIntExact(rankColumn.key(i));
        }
        this.smallest = Keys.of(type, smallestLists.elements(), NullOrder.LOWEST);
        this.largest = Keys.of(type, largestLists.elements(), NullOrder.LOWEST);
    }

    @Override
    public Optional<Matcher> compile(List<IndexedColumn> columns, Predicate.Leaf leaf) {
        // bounds decide everything that these values could
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
                .mapToObj(index -> new Ranked(ranks[index], values.key(index)))
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
