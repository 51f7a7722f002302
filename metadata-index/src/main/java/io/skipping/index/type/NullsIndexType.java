// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import static io.trino.spi.type.BigintType.BIGINT;

import io.skipping.index.IndexedColumn;
import io.skipping.index.predicate.Predicate;
import io.trino.spi.block.Block;
import io.trino.spi.block.BlockBuilder;
import io.trino.spi.block.DictionaryBlock;
import io.trino.spi.block.RunLengthEncodedBlock;
import io.trino.spi.type.Type;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Counts the NULLs of a column. */
public final class NullsIndexType implements IndexType {
    static final String NAME = "nulls";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return "Counts NULLs: decides IS NULL and IS NOT NULL, and drops ranges without any value for every comparison";
    }

    @Override
    public void check(List<Type> columns, Map<String, String> options) {
        ScalarTypes.checkSingle(NAME, columns);
        IndexOptions.none(NAME, options);
    }

    @Override
    public List<SummaryField> fields(List<Type> columns) {
        return List.of(NullCounts.FIELD);
    }

    @Override
    public Summarizer summarizer(List<Type> columns, Map<String, String> options, RangeContext range) {
        return new NullsSummarizer();
    }

    @Override
    public Optional<SearchForm> searchForm(List<Type> columns) {
        return Optional.of(new NullsSearch());
    }

    @Override
    public SummaryReader open(List<Type> columns, SummaryBlocks summaries) {
        return new NullsReader(
                ScalarTypes.single(columns),
                new NullCounts(summaries.rowCounts(), summaries.fields().getFirst()));
    }

    private static final class NullsSummarizer implements Summarizer {
        private long nulls;

        @Override
        public void add(List<Block> columns) {
            nulls += count(columns.getFirst());
        }

        private static long count(Block block) {
            if (!block.mayHaveNull()) {
                return 0;
            }
            if (block instanceof RunLengthEncodedBlock) {
                return block.getPositionCount() > 0 && block.isNull(0) ? block.getPositionCount() : 0;
            }
            if (block instanceof DictionaryBlock dictionary
                    && !dictionary.getDictionary().hasNull()) {
                return 0;
            }
            long nulls = 0;
            for (int position = 0; position < block.getPositionCount(); position++) {
                nulls += block.isNull(position) ? 1 : 0;
            }
            return nulls;
        }

        @Override
        public boolean addStatistics(List<FooterStatistics> columns) {
            FooterStatistics statistics = columns.getFirst();
            nulls += statistics.nulls();
            return true;
        }

        @Override
        public void finish(List<BlockBuilder> fields) {
            BIGINT.writeLong(fields.getFirst(), nulls);
        }

        @Override
        public long retainedBytes() {
            return Long.BYTES;
        }
    }

    private record NullsReader(Type type, NullCounts nulls) implements SummaryReader {
        @Override
        public Optional<Matcher> compile(List<IndexedColumn> columns, Predicate.Leaf leaf) {
            return switch (leaf) {
                case Predicate.IsNull _ -> Optional.of(nulls.areNull());
                case Predicate.InSet inSet
                when inSet.values().getType().equals(type) ->
                    Optional.of(Matcher.of(Costs.ZONE, (from, to, verdicts) -> match(inSet, from, to, verdicts)));
                default -> Optional.empty();
            };
        }

        private void match(Predicate.InSet inSet, int from, int to, Verdicts verdicts) {
            // "all" may have been made of comparisons that a NaN does not satisfy (x <= 1 OR x >= 1), and NaNs are not
            // counted here
            boolean holdsEveryValue = inSet.values().isAll() && !ScalarTypes.isFloatingPoint(type);
            for (int range = from; range < to; range++) {
                if (nulls.isAllNull(range)) {
                    verdicts.cannotMatch(range);
                } else if (holdsEveryValue && nulls.isNoneNull(range)) {
                    verdicts.mustMatch(range);
                }
            }
        }

        @Override
        public String describe(int range) {
            return nulls.isKnown(range) ? nulls.describe(range) : "";
        }

        @Override
        public long retainedBytes() {
            return nulls.retainedBytes();
        }
    }
}
