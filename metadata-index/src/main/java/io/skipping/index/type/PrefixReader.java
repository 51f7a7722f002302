// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import static com.google.common.base.Preconditions.checkArgument;
import static io.trino.spi.type.VarcharType.VARCHAR;

import io.skipping.index.IndexedColumn;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.type.Keys.NullOrder;
import io.trino.spi.block.Block;
import io.trino.spi.block.ColumnarArray;
import io.trino.spi.type.Type;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The prefixes of many ranges. Soundness (see {@code io.skipping.index.predicate}): every text of a range begins with one of
 * its prefixes, which is taken to stand for all texts that begin with it, even if it is a text of its own.
 */
final class PrefixReader implements SummaryReader {
    private static final int MAX_DESCRIBED = 20;

    private final Type type;
    private final ByteKeys prefixes;
    private final boolean[] known;
    /** first prefix of each range, with one more entry at the end */
    private final int[] offsets;

    PrefixReader(Type type, Block field) {
        this.type = type;
        ColumnarArray arrays = ColumnarArray.toColumnarArray(field);
        checkArgument(!arrays.getElementsBlock().hasNull(), "the kept prefixes of an index hold a NULL");
        this.prefixes = ByteKeys.of(VARCHAR, arrays.getElementsBlock(), NullOrder.LOWEST);
        this.known = new boolean[field.getPositionCount()];
        this.offsets = new int[known.length + 1];
        for (int range = 0; range < known.length; range++) {
            known[range] = !arrays.isNull(range);
            offsets[range + 1] = offsets[range] + (known[range] ? arrays.getLength(range) : 0);
        }
    }

    @Override
    public Optional<Matcher> compile(List<IndexedColumn> columns, Predicate.Leaf leaf) {
        return leaf instanceof Predicate.InSet inSet
                ? KeyRanges.of(type, inSet.values())
                        .map(ranges -> Matcher.of(
                                Costs.SEARCH,
                                (from, to, verdicts) -> match((ByteKeyRanges) ranges, from, to, verdicts)))
                : Optional.empty();
    }

    private void match(ByteKeyRanges ranges, int from, int to, Verdicts verdicts) {
        for (int range = from; range < to; range++) {
            if (known[range] && !verdicts.isDecided(range) && !mayHold(ranges, range)) {
                verdicts.cannotMatch(range);
            }
        }
    }

    private boolean mayHold(ByteKeyRanges ranges, int range) {
        for (int prefix = offsets[range]; prefix < offsets[range + 1]; prefix++) {
            if (ranges.mayHoldPrefixed(prefixes, prefix)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public String describe(int range) {
        if (!known[range]) {
            return "";
        }
        int count = offsets[range + 1] - offsets[range];
        return IntStream.range(offsets[range], offsets[range] + Math.min(count, MAX_DESCRIBED))
                .mapToObj(prefix -> prefixes.describe(prefix) + "…")
                .collect(
                        Collectors.joining(", ", "{", count > MAX_DESCRIBED ? ", … %s in all}".formatted(count) : "}"));
    }

    @Override
    public long retainedBytes() {
        return prefixes.retainedBytes() + 4L * offsets.length + known.length;
    }
}
