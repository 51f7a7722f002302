// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import io.skipping.index.IndexedColumn;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.value.Key;
import io.skipping.index.value.ScalarType;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** Does what another type does, and counts how many ranges are looked at: those whose verdict is wanted, for each leaf. */
public class CountingIndexType implements IndexType {
    private final String name;
    private final IndexType delegate;
    private final int nanosPerRange;
    private final AtomicInteger looks;

    /** @param nanosPerRange that a look is said to cost */
    public CountingIndexType(String name, IndexType delegate, int nanosPerRange, AtomicInteger looks) {
        this.name = name;
        this.delegate = delegate;
        this.nanosPerRange = nanosPerRange;
        this.looks = looks;
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final String description() {
        return delegate.description();
    }

    @Override
    public final int version() {
        return delegate.version();
    }

    @Override
    public final boolean reads(int version) {
        return delegate.reads(version);
    }

    @Override
    public final void check(List<ScalarType> columns, Map<String, String> options) {
        delegate.check(columns, options);
    }

    @Override
    public final List<SummaryField> fields(List<ScalarType> columns) {
        return delegate.fields(columns);
    }

    @Override
    public final Set<Purpose> purposes() {
        return delegate.purposes();
    }

    @Override
    public final Summarizer summarizer(List<ScalarType> columns, Map<String, String> options, RangeContext range) {
        return delegate.summarizer(columns, options, range);
    }

    @Override
    public final SummaryReader open(List<ScalarType> columns, int version, SummaryVectors summaries) {
        return new CountingReader(delegate.open(columns, version, summaries));
    }

    private final class CountingReader implements SummaryReader {
        private final SummaryReader reader;

        CountingReader(SummaryReader reader) {
            this.reader = reader;
        }

        @Override
        public Optional<Matcher> compile(List<IndexedColumn> columns, Predicate.Leaf leaf) {
            return reader.compile(columns, leaf)
                    .map(matcher -> Matcher.of(nanosPerRange, (from, to, verdicts) -> {
                        looks.addAndGet((int) IntStream.range(from, to)
                                .filter(range -> !verdicts.isDecided(range))
                                .count());
                        matcher.match(from, to, verdicts);
                    }));
        }

        @Override
        public Optional<RangeBounds> bounds(int range) {
            return reader.bounds(range);
        }

        @Override
        public Optional<RangeRanks> ranks(int range) {
            return reader.ranks(range);
        }

        @Override
        public Optional<List<Key>> values(int range) {
            return reader.values(range);
        }

        @Override
        public String describe(int range) {
            return reader.describe(range);
        }

        @Override
        public long retainedBytes() {
            return reader.retainedBytes();
        }
    }
}
