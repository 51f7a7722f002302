// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type.prefix;

import static com.google.common.base.Preconditions.checkArgument;
import static io.skipping.index.value.ScalarType.VARCHAR;

import io.skipping.index.IndexedColumn;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.type.Costs;
import io.skipping.index.type.Matcher;
import io.skipping.index.type.SummaryReader;
import io.skipping.index.type.Verdicts;
import io.skipping.index.value.ByteKeySet;
import io.skipping.index.value.ByteKeys;
import io.skipping.index.value.Keys;
import io.skipping.index.value.Keys.NullOrder;
import io.skipping.index.value.ListColumn;
import io.skipping.index.value.ScalarType;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Holds the prefixes of many ranges. Soundness (see {@code io.skipping.index.predicate}): every text of a range begins
 * with one of its prefixes. A prefix is taken to stand for all texts that begin with it, even if it is a whole text.
 */
final class PrefixReader implements SummaryReader {
    private static final int MAX_DESCRIBED = 20;

    private final ScalarType type;
    private final ByteKeys prefixes;
    private final boolean[] known;
    /** first prefix of each range, with one more entry at the end */
    private final int[] offsets;

    PrefixReader(ScalarType type, ListColumn field) {
        this.type = type;
        checkArgument(!field.elements().hasNull(), "the kept prefixes of an index hold a NULL");
        this.prefixes = (ByteKeys) Keys.of(VARCHAR, field.elements(), NullOrder.LOWEST);
        this.known = new boolean[field.size()];
        this.offsets = new int[known.length + 1];
        for (int range = 0; range < known.length; range++) {
            known[range] = !field.isNull(range);
            offsets[range + 1] = field.offset(range + 1);
        }
    }

    @Override
    public Optional<Matcher> compile(List<IndexedColumn> columns, Predicate.Leaf leaf) {
        if (!(leaf instanceof Predicate.InSet inSet) || !inSet.values().type().equals(type)) {
            return Optional.empty();
        }
        ByteKeySet values = (ByteKeySet) inSet.values();
        return Optional.of(Matcher.of(Costs.SEARCH, (from, to, verdicts) -> match(values, from, to, verdicts)));
    }

    private void match(ByteKeySet values, int from, int to, Verdicts verdicts) {
        for (int range = from; range < to; range++) {
            if (known[range] && !verdicts.isDecided(range) && !mayHold(values, range)) {
                verdicts.cannotMatch(range);
            }
        }
    }

    private boolean mayHold(ByteKeySet values, int range) {
        for (int prefix = offsets[range]; prefix < offsets[range + 1]; prefix++) {
            if (values.mayHoldPrefixed(prefixes, prefix)) {
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
