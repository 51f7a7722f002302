// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.scan;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static org.assertj.core.api.Assertions.assertThat;

import io.airlift.slice.Slice;
import io.skipping.index.ByteRange;
import io.skipping.index.LiveObject;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.predicate.Verdict;
import io.skipping.index.snapshot.Leftover;
import io.skipping.index.snapshot.ObjectVerdict;
import io.skipping.index.snapshot.ObjectVerdict.RangeVerdict;
import io.skipping.index.snapshot.RowCounts;
import io.skipping.index.snapshot.ScanPlan;
import io.trino.spi.predicate.TupleDomain;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.testng.annotations.Test;

public class TestPromisedRows {
    private static final Predicate ASKED = Predicate.UNKNOWN;
    /** what is asked of files whose partition column is a constant */
    private static final Predicate ASKED_OF_PARTITION = Predicate.NEVER;

    /** Knows that all ten rows of each object match. */
    private static final ScanPlan ALL_MATCH = new ScanPlan() {
        @Override
        public List<ObjectVerdict> lookup(List<LiveObject> objects) {
            return objects.stream()
                    .map(_ -> ObjectVerdict.Known.of(
                            List.of(new RangeVerdict(new ByteRange(0, 10), 10, Verdict.MUST_MATCH, ""))))
                    .collect(toImmutableList());
        }

        @Override
        public RowCounts count(java.util.function.Predicate<Slice> folders) {
            return new RowCounts(0, 0, 1000);
        }

        @Override
        public Leftover left(java.util.function.Predicate<Slice> folders) {
            throw new UnsupportedOperationException();
        }
    };

    private static PromisedRows rows(long limit) {
        ScanDemand demand = new ScanDemand(
                TupleDomain.all(),
                ASKED,
                Set.of(),
                Set.of(),
                Optional.of(new RowLimit(limit, Optional.empty())),
                Optional.empty());
        return PromisedRows.of(
                        demand,
                        () -> ALL_MATCH,
                        units -> ALL_MATCH.lookup(
                                units.stream().map(unit -> unit.object().live()).collect(toImmutableList())))
                .orElseThrow();
    }

    private static ScanUnit unit(String path, Predicate predicate, boolean readInFull) {
        return FakeUnits.unit(path, 0, 1, predicate, readInFull);
    }

    @Test
    public void testRowsOfPartitionsCount() {
        PromisedRows rows = rows(15);
        assertThat(rows.isKeptBy(List.of(unit("p=1/a", ASKED_OF_PARTITION, true))))
                .isFalse();
        assertThat(rows.isKeptBy(List.of(unit("p=2/b", ASKED_OF_PARTITION, true))))
                .isTrue();
    }

    @Test
    public void testRowsOfFilesWithDeletesDoNotCount() {
        PromisedRows rows = rows(15);
        assertThat(rows.isKeptBy(List.of(unit("a", ASKED, false), unit("b", ASKED, true), unit("c", ASKED, false))))
                .isFalse();
        assertThat(rows.isKeptBy(List.of(unit("d", ASKED, true)))).isTrue();
    }

    @Test
    public void testAnObjectOfSeveralSplitsCountsOnce() {
        PromisedRows rows = rows(15);
        ScanUnit object = unit("a", ASKED, true);
        assertThat(rows.isKeptBy(List.of(FakeUnits.firstHalf(object), FakeUnits.secondHalf(object))))
                .isFalse();
    }
}
