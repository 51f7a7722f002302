// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type.nulls;

import io.skipping.index.IndexedColumn;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.type.ColumnChecks;
import io.skipping.index.type.Costs;
import io.skipping.index.type.FooterStatistics;
import io.skipping.index.type.IndexOptions;
import io.skipping.index.type.IndexType;
import io.skipping.index.type.Matcher;
import io.skipping.index.type.NullCounts;
import io.skipping.index.type.SearchForm;
import io.skipping.index.type.Summarizer;
import io.skipping.index.type.SummaryField;
import io.skipping.index.type.SummaryReader;
import io.skipping.index.type.SummaryVectors;
import io.skipping.index.type.SummaryWriter;
import io.skipping.index.type.Verdicts;
import io.skipping.index.value.ScalarType;
import io.skipping.index.value.ValueVector;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Counts the NULLs of a column. */
public final class NullsIndexType implements IndexType {
    public static final String NAME = "nulls";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public String description() {
        return "Counts NULLs: decides IS NULL and IS NOT NULL, and drops ranges without any value for every comparison";
    }

    @Override
    public void check(List<ScalarType> columns, Map<String, String> options) {
        ColumnChecks.checkSingle(NAME, columns);
        IndexOptions.none(NAME, options);
    }

    @Override
    public List<SummaryField> fields(List<ScalarType> columns) {
        return List.of(NullCounts.FIELD);
    }

    @Override
    public Set<Purpose> purposes() {
        return EnumSet.of(Purpose.VERDICTS);
    }

    @Override
    public Summarizer summarizer(List<ScalarType> columns, Map<String, String> options, RangeContext range) {
        return new NullsSummarizer();
    }

    @Override
    public Optional<SearchForm> searchForm(List<ScalarType> columns) {
        return Optional.of(new NullsSearch());
    }

    /** Nearly every column has its NULLs counted, and they decide of most conditions that NULL does not satisfy them. */
    @Override
    public Fit fit(Predicate.Leaf condition) {
        return condition instanceof Predicate.IsNull ? Fit.GOOD : Fit.INCIDENTAL;
    }

    @Override
    public SummaryReader open(List<ScalarType> columns, int version, SummaryVectors summaries) {
        return new NullsReader(
                ColumnChecks.single(columns),
                new NullCounts(summaries.rowCounts(), summaries.fields().get(0)));
    }

    private static final class NullsSummarizer implements Summarizer {
        private long nulls;

        @Override
        public void add(List<ValueVector> columns) {
            nulls += columns.get(0).nullCount();
        }

        @Override
        public boolean addStatistics(List<FooterStatistics> columns) {
            FooterStatistics statistics = columns.get(0);
            nulls += statistics.nulls();
            return true;
        }

        @Override
        public void finish(SummaryWriter to) {
            to.field(0).append(nulls);
        }

        @Override
        public long retainedBytes() {
            return Long.BYTES;
        }
    }

    private record NullsReader(ScalarType type, NullCounts nulls) implements SummaryReader {
        @Override
        public Optional<Matcher> compile(List<IndexedColumn> columns, Predicate.Leaf leaf) {
            if (leaf instanceof Predicate.IsNull) {
                return Optional.of(nulls.areNull());
            }
            if (leaf instanceof Predicate.InSet inSet && inSet.values().type().equals(type)) {
                return Optional.of(Matcher.of(Costs.ZONE, (from, to, verdicts) -> match(inSet, from, to, verdicts)));
            }
            return Optional.empty();
        }

        private void match(Predicate.InSet inSet, int from, int to, Verdicts verdicts) {
            // "all" may stem from comparisons that a NaN does not satisfy (x <= 1 OR x >= 1), and NaNs are not counted
            // here
            boolean holdsEveryValue = inSet.values().isAll() && !type.isFloatingPoint();
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
