// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.scan;

import static io.skipping.index.value.ScalarType.DOUBLE;
import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.index.ByteRange;
import io.skipping.index.IndexedColumn;
import io.skipping.index.LiveObject;
import io.skipping.index.ObjectVersion;
import io.skipping.index.predicate.Verdict;
import io.skipping.index.snapshot.IndexSnapshot;
import io.skipping.index.snapshot.ObjectSample;
import io.skipping.index.snapshot.ObjectVerdict;
import io.skipping.index.snapshot.ObjectVerdict.Known;
import io.skipping.index.snapshot.ObjectVerdict.RangeVerdict;
import io.skipping.trino.core.scan.RandomRange.Row;
import io.skipping.trino.core.scan.RowSelection.Selected;
import io.trino.spi.connector.SortOrder;
import io.trino.spi.predicate.Range;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.testng.annotations.Test;

public class TestFirstRows {
    private static final int TABLES = Integer.getInteger("top.tables", 10_000);
    private static final long SEED = Long.getLong("top.seed", System.nanoTime());
    private static final IndexedColumn COLUMN = new IndexedColumn("temp", DOUBLE, "0");

    /** An object of a scan, and which of the rows of its ranges are in the scan. */
    private record ScannedObject(
            LiveObject live, ObjectVerdict verdict, List<RandomRange> ranges, List<List<Row>> matching) {
        /** Those that a guarantee counts. */
        List<Row> rowsOf(Guarantee guarantee) {
            List<RangeVerdict> verdicts = ((Known) verdict).ranges();
            int range = IntStream.range(0, verdicts.size())
                    .filter(i -> verdicts.get(i).range().equals(guarantee.range()))
                    .findFirst()
                    .orElseThrow();
            Range values =
                    guarantee.values().orElseThrow().getValues().getRanges().getSpan();
            return matching.get(range).stream()
                    .filter(row -> row.value() == null
                            ? guarantee.values().get().isNullAllowed()
                            : (values.isLowUnbounded() || row.value() + 0.0 >= (double) values.getLowBoundedValue())
                                    && (values.isHighUnbounded()
                                            || row.value() + 0.0 <= (double) values.getHighBoundedValue()))
                    .toList();
        }
    }

    /** Against the rows themselves, of tables that are partly known and come batch by batch, some of it twice. */
    @Test
    public void testWhatIsLeftOutIsNotAmongTheFirst() {
        int ranges = 0;
        int leftOut = 0;
        for (int table = 0; table < TABLES; table++) {
            Random random = new Random(SEED + table);
            List<ScannedObject> objects = IntStream.rangeClosed(0, random.nextInt(12))
                    .mapToObj(number -> object(number, random))
                    .toList();
            SortOrder direction = SortOrder.values()[random.nextInt(SortOrder.values().length)];
            boolean tiesAreEqual = random.nextBoolean();
            long wanted = 1 + random.nextInt(20);
            FirstRows selection = new FirstRows(index(objects, random), COLUMN, direction, tiesAreEqual, wanted);

            List<Row> rows = new ArrayList<>();
            List<Row> kept = new ArrayList<>();
            List<Row> without = new ArrayList<>();
            List<Row> guaranteed = new ArrayList<>();
            int next = 0;
            while (next < objects.size()) {
                int end = next + 1 + random.nextInt(objects.size() - next);
                List<ScannedObject> batch = new ArrayList<>(objects.subList(next, end));
                if (next > 0 && random.nextInt(4) == 0) {
                    // as of two partitions that are in one folder
                    batch.add(objects.get(random.nextInt(next)));
                }
                int first = next;
                next = end;
                List<Selected> selected = selection.select(
                        batch.stream().map(ScannedObject::live).toList(),
                        batch.stream().map(ScannedObject::verdict).toList());
                for (int i = 0; i < batch.size(); i++) {
                    for (int range = 0; range < batch.get(i).ranges().size(); range++) {
                        List<Row> matching = batch.get(i).matching().get(range);
                        rows.addAll(matching);
                        ranges++;
                        if (selected.get(i).verdict() instanceof Known known
                                && known.ranges().get(range).verdict() == Verdict.CANNOT_MATCH) {
                            leftOut++;
                            without.addAll(matching);
                        } else {
                            kept.addAll(matching);
                        }
                    }
                    for (Guarantee guarantee : selected.get(i).guarantees()) {
                        List<Row> atLeast = rows(guarantee, direction);
                        long among = selected.get(i).guarantees().stream()
                                .filter(other -> other.range().equals(guarantee.range()))
                                .filter(other -> guarantee
                                        .values()
                                        .orElseThrow()
                                        .contains(other.values().orElseThrow()))
                                .mapToLong(Guarantee::rows)
                                .sum();
                        assertThat(batch.get(i).rowsOf(guarantee))
                                .as("%s is true, -Dtop.seed=%s", guarantee, SEED + table)
                                .hasSizeGreaterThanOrEqualTo((int) among);
                        if (i < end - first) {
                            guaranteed.addAll(atLeast);
                        }
                    }
                }
            }
            assertThat(RandomRange.first(kept, direction, tiesAreEqual, wanted))
                    .as(
                            "-Dtop.seed=%s: %s, the first %s, ties are equal: %s, of %s",
                            SEED + table, direction, wanted, tiesAreEqual, objects)
                    .isEqualTo(RandomRange.first(rows, direction, tiesAreEqual, wanted));
            if (!without.isEmpty()) {
                // whatever else objects hold by the time they are read
                List<Row> all =
                        Stream.concat(guaranteed.stream(), without.stream()).toList();
                assertThat(RandomRange.first(guaranteed, direction, tiesAreEqual, wanted))
                        .as(
                                "-Dtop.seed=%s: what is guaranteed is enough; %s, the first %s, ties are equal: %s, of %s",
                                SEED + table, direction, wanted, tiesAreEqual, objects)
                        .isEqualTo(RandomRange.first(all, direction, tiesAreEqual, wanted));
            }
        }
        assertThat(leftOut).as("ranges left out, of %s", ranges).isGreaterThan(ranges / 5);
    }

    /** The worst rows by which a guarantee is kept. */
    private static List<Row> rows(Guarantee guarantee, SortOrder direction) {
        Range values = guarantee.values().orElseThrow().getValues().getRanges().getSpan();
        double last = (double) (direction.isAscending() ? values.getHighBoundedValue() : values.getLowBoundedValue());
        return LongStream.range(0, guarantee.rows())
                // behind all others of the same value
                .mapToObj(_ -> new Row(last, Integer.MAX_VALUE))
                .toList();
    }

    /** Splits are held back for nothing where the bounds of no object are opened. */
    @Test
    public void testAnIndexWhoseBoundsAreNotOpenedPromisesNothing() {
        RandomRange range = RandomRange.of(new Random(1));
        for (boolean opens : List.of(true, false)) {
            Object sample = Proxy.newProxyInstance(
                    TestFirstRows.class.getClassLoader(),
                    new Class<?>[] {ObjectSample.class},
                    (_, _, _) -> opens ? Optional.of(List.of(Optional.of(range.bounds()))) : Optional.empty());
            IndexSnapshot index = (IndexSnapshot) Proxy.newProxyInstance(
                    TestFirstRows.class.getClassLoader(), new Class<?>[] {IndexSnapshot.class}, (_, _, _) -> sample);
            assertThat(new FirstRows(index, COLUMN, SortOrder.ASC_NULLS_LAST, true, 1).isPromising())
                    .isEqualTo(opens);
        }
    }

    private static ScannedObject object(int number, Random random) {
        List<RandomRange> ranges = new ArrayList<>();
        List<List<Row>> matching = new ArrayList<>();
        List<RangeVerdict> verdicts = new ArrayList<>();
        for (int range = random.nextInt(4); range >= 0; range--) {
            RandomRange rows = RandomRange.of(random);
            Verdict verdict = switch (random.nextInt(8)) {
                case 0 -> Verdict.CANNOT_MATCH;
                case 1 -> Verdict.MAY_MATCH;
                default -> Verdict.MUST_MATCH;
            };
            verdicts.add(new RangeVerdict(
                    new ByteRange(10L * ranges.size(), 10),
                    rows.rows().size(),
                    verdict,
                    verdict == Verdict.CANNOT_MATCH ? "minmax" : ""));
            ranges.add(rows);
            matching.add(
                    switch (verdict) {
                        case CANNOT_MATCH -> List.of();
                        case MAY_MATCH ->
                            rows.rows().stream()
                                    .filter(_ -> random.nextBoolean())
                                    .toList();
                        case MUST_MATCH -> rows.rows();
                    });
        }
        LiveObject live = new LiveObject(new ObjectVersion("memory:///t/" + number, 10L * ranges.size(), 1), "csv");
        ObjectVerdict verdict = switch (random.nextInt(12)) {
            case 0 -> ObjectVerdict.UNINDEXED;
            case 1 -> new ObjectVerdict.Stale(ObjectVerdict.Stale.Change.SIZE, "csv");
            default -> Known.of(verdicts);
        };
        return new ScannedObject(live, verdict, ranges, matching);
    }

    /** Has bounds of most objects and ranges, and ranks of some. */
    private static IndexSnapshot index(List<ScannedObject> objects, Random random) {
        Map<Object, Object> bounds = new HashMap<>();
        Map<Object, Object> ranks = new HashMap<>();
        for (ScannedObject object : objects) {
            if (random.nextInt(8) > 0) {
                bounds.put(
                        object.live(),
                        object.ranges().stream()
                                .map(range -> random.nextInt(8) > 0 ? Optional.of(range.bounds()) : Optional.empty())
                                .toList());
            }
            if (random.nextInt(4) > 0) {
                ranks.put(
                        object.live(),
                        object.ranges().stream()
                                .map(range -> random.nextInt(8) > 0 ? Optional.of(range.ranks()) : Optional.empty())
                                .toList());
            }
        }
        return (IndexSnapshot) Proxy.newProxyInstance(
                TestFirstRows.class.getClassLoader(),
                new Class<?>[] {IndexSnapshot.class},
                (_, method, arguments) -> switch (method.getName()) {
                    case "bounds" -> Optional.ofNullable(bounds.get(arguments[0]));
                    case "ranks" -> Optional.ofNullable(ranks.get(arguments[0]));
                    default -> throw new UnsupportedOperationException(method.getName());
                });
    }
}
