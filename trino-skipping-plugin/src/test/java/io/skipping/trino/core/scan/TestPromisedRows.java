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
import java.util.function.Function;
import java.util.stream.IntStream;
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
        return rows(
                limit,
                units -> ALL_MATCH.lookup(
                        units.stream().map(unit -> unit.object().live()).collect(toImmutableList())));
    }

    private static PromisedRows rows(long limit, Function<List<ScanUnit>, List<ObjectVerdict>> lookup) {
        ScanDemand demand = new ScanDemand(
                TupleDomain.all(),
                ASKED,
                Set.of(),
                Set.of(),
                Optional.of(new RowLimit(limit, Optional.empty())),
                Optional.empty());
        return PromisedRows.of(demand, () -> ALL_MATCH, lookup).orElseThrow();
    }

    private static ScanUnit unit(String path, Predicate predicate, boolean readInFull) {
        return FakeUnits.unit(path, 0, 1, predicate, readInFull);
    }

    @Test
    public void testRowsOfPartitionsCount() {
        PromisedRows rows = rows(15);
        assertThat(rows.isOverAfter(List.of(unit("p=1/a", ASKED_OF_PARTITION, true))))
                .isFalse();
        assertThat(rows.isOverAfter(List.of(unit("p=2/b", ASKED_OF_PARTITION, true))))
                .isTrue();
    }

    @Test
    public void testRowsOfFilesWithDeletesDoNotCount() {
        PromisedRows rows = rows(15);
        assertThat(rows.isOverAfter(List.of(unit("a", ASKED, false), unit("b", ASKED, true), unit("c", ASKED, false))))
                .isFalse();
        assertThat(rows.isOverAfter(List.of(unit("d", ASKED, true)))).isTrue();
    }

    @Test
    public void testAnObjectOfSeveralSplitsCountsOnce() {
        PromisedRows rows = rows(15);
        ScanUnit object = unit("a", ASKED, true);
        assertThat(rows.isOverAfter(List.of(FakeUnits.firstHalf(object), FakeUnits.secondHalf(object))))
                .isFalse();
    }

    /** The index may count rows of objects that are not in the snapshot, or the partition, that a scan lists. */
    @Test
    public void testTheWaitEndsIfNoRowIsCertain() {
        PromisedRows rows = rows(
                15,
                units -> units.stream()
                        .map(unit -> verdict(unit.object().version().path()))
                        .collect(toImmutableList()));
        assertThat(rows.isOverAfter(units("may", 999))).isFalse();
        assertThat(rows.isOverAfter(units("cannot", 2000)))
                .as("objects that are not read are not held back")
                .isFalse();
        assertThat(rows.isOverAfter(units("must", 1))).isFalse();
        assertThat(rows.isOverAfter(units("unknown", 999))).isFalse();
        assertThat(rows.isOverAfter(units("may", 1))).isTrue();
    }

    private static List<ScanUnit> units(String kind, int count) {
        return IntStream.range(0, count)
                .mapToObj(number -> unit(kind + "/" + number, ASKED, true))
                .collect(toImmutableList());
    }

    private static ObjectVerdict verdict(String path) {
        return switch (path.substring(0, path.indexOf('/'))) {
            case "may" -> known(Verdict.MAY_MATCH, "");
            case "cannot" -> known(Verdict.CANNOT_MATCH, "minmax");
            case "must" -> known(Verdict.MUST_MATCH, "");
            default -> ObjectVerdict.UNINDEXED;
        };
    }

    private static ObjectVerdict known(Verdict verdict, String reason) {
        return ObjectVerdict.Known.of(List.of(new RangeVerdict(new ByteRange(0, 10), 10, verdict, reason)));
    }
}
