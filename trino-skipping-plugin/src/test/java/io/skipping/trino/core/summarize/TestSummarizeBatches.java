// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.summarize;

import static io.trino.spi.StandardErrorCode.NOT_SUPPORTED;
import static io.trino.type.InternalTypeManager.TESTING_TYPE_MANAGER;
import static java.util.concurrent.CompletableFuture.completedFuture;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Iterables;
import com.google.common.collect.Lists;
import com.google.common.reflect.Reflection;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.index.LiveObject;
import io.skipping.index.ObjectVersion;
import io.skipping.index.Profile;
import io.skipping.index.build.AutoIndexes;
import io.skipping.index.snapshot.IndexSnapshot;
import io.skipping.index.store.TableIndex;
import io.skipping.index.type.IndexTypes;
import io.skipping.index.value.ScalarType;
import io.skipping.trino.core.engine.SplitBatch;
import io.skipping.trino.core.engine.SplitBatches;
import io.skipping.trino.core.index.TableDefinitions;
import io.skipping.trino.core.path.ColumnPaths;
import io.skipping.trino.core.summarize.BuildReport.FailedObject;
import io.trino.spi.TrinoException;
import io.trino.spi.connector.ConnectorSplit;
import io.trino.spi.connector.SchemaTableName;
import io.trino.spi.connector.TableNotFoundException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.testng.annotations.Test;

public class TestSummarizeBatches {
    private static final long FUTURE = Instant.parse("2100-01-01T00:00:00Z").toEpochMilli();

    private static final IndexedColumn NUMBER = new IndexedColumn("number", ScalarType.BIGINT, "0");
    private static final IndexedColumn TEXT = new IndexedColumn("text", ScalarType.VARCHAR, "1");

    /** While a build begins, its table is dropped, or renamed. */
    @Test
    public void testTablesThatVanish() {
        assertThat(changesOf(false)).containsExactly("beginBuild", "discard");
        assertThat(changesOf(true))
                .as("the index belongs to the table under its new name")
                .containsExactly("beginBuild", "abandon build");
    }

    /** Returns the calls that a build makes of the index of a table that is not there. */
    private static List<String> changesOf(boolean isIndexKeptByRename) {
        List<String> calls = new ArrayList<>();
        TableIndex index = Reflection.newProxy(TableIndex.class, (_, called, arguments) -> {
            calls.add(called.getName() + (arguments == null ? "" : " " + arguments[0]));
            return called.getName().equals("beginBuild") ? "build" : null;
        });
        ObjectsToSummarize<ConnectorSplit, String> objects = gone(isIndexKeptByRename);
        try (SummarizeBatches<ConnectorSplit, String> build =
                new SummarizeBatches<>(objects, index, definitions(), 1, Runnable::run)) {
            assertThatThrownBy(() -> build.next(1).join()).hasCauseInstanceOf(TableNotFoundException.class);
        }
        return calls;
    }

    @SuppressWarnings("unchecked")
    private static ObjectsToSummarize<ConnectorSplit, String> gone(boolean isIndexKeptByRename) {
        return Reflection.newProxy(ObjectsToSummarize.class, (_, called, _) -> switch (called.getName()) {
            case "isThere" -> false;
            case "isIndexKeptByRename" -> isIndexKeptByRename;
            case "table" -> new SchemaTableName("grid", "meters");
            case "list" -> new OneBatch(ImmutableList.of());
            default -> throw new AssertionError(called);
        });
    }

    /** No build of such a table ends, so that its marker would stay. */
    @Test
    public void testTablesThatCannotBeIndexed() {
        List<String> calls = new ArrayList<>();
        TableIndex index = Reflection.newProxy(TableIndex.class, (_, called, arguments) -> {
            calls.add(called.getName() + (arguments == null ? "" : " " + arguments[0]));
            return switch (called.getName()) {
                case "beginBuild" -> "build";
                case "isAutomatic" -> true;
                default -> null;
            };
        });
        try (SummarizeBatches<ConnectorSplit, String> build =
                build(new AtomicInteger(), index, new Unfit(), new Unfit())) {
            assertThatThrownBy(() -> reports(build)).hasRootCauseMessage("An object of another kind");
        }
        assertThat(calls).startsWith("beginBuild").endsWith("abandon build");
    }

    @Test
    public void testObjectsThatCannotBeIndexed() {
        BuildReport report = report(new AtomicInteger(), new Unfit(), new Listed(true), new Unfit());
        assertThat(report.currentObjects()).isEqualTo(1);
        assertThat(report.failed())
                .containsExactly(
                        new FailedObject("s3://bucket/object", 100, "An object of another kind"),
                        new FailedObject("s3://bucket/object", 100, "An object of another kind"));
    }

    /** Old partitions are listed first, and may be of another kind than all others. */
    @Test
    public void testManyObjectsThatCannotBeIndexedBeforeTheFirstThatCan() {
        List<ConnectorSplit> listed = new ArrayList<>(Collections.nCopies(2_500, new Unfit()));
        listed.add(new Listed(true));
        List<BuildReport> reports = reports(listed.toArray(ConnectorSplit[]::new));
        assertThat(reports.stream().mapToLong(report -> report.failed().size()).sum())
                .isEqualTo(2_500);
        assertThat(reports.stream().mapToLong(BuildReport::currentObjects).sum())
                .isEqualTo(1);
        assertThatThrownBy(
                        () -> reports(Collections.nCopies(20_000, new Unfit()).toArray(ConnectorSplit[]::new)))
                .hasRootCauseMessage("An object of another kind");
    }

    /** Each build would leave such an object to the next one. */
    @Test
    public void testObjectsOfTheFuture() {
        List<BuildReport> reports = reports(new OfFuture(), new Listed(true));
        assertThat(reports.getFirst().failed())
                .singleElement()
                .satisfies(failed -> assertThat(failed.message())
                        .startsWith("It was modified at 2100-01-01T00:00:00Z, which has not come yet"));
        assertThat(reports.getFirst().currentObjects()).isEqualTo(1);
        assertThat(reports.getFirst().youngObjects()).isZero();
    }

    /** Stands for an object whose modification time is in the future. */
    private record OfFuture() implements ConnectorSplit {}

    /** Stands for an object, of which a column has summaries or cannot have any. */
    private record Listed(boolean isTextPossible) implements ConnectorSplit {}

    /** Stands for an object that cannot be indexed. */
    private record Unfit() implements ConnectorSplit {}

    /** Stands for what a build has found. */
    private record Reported(BuildReport report) implements ConnectorSplit {}

    /** No segment lists an index that no object can have: it would be new to each build. */
    @Test
    public void testIndexesThatNoObjectCanHaveAreNotNew() {
        AtomicInteger samples = new AtomicInteger();
        assertThat(newIndexes(samples, new Listed(false), new Listed(false))).isEmpty();
        assertThat(samples).as("objects are not read again in each build").hasValue(0);

        assertThat(newIndexes(samples, new Listed(false), new Listed(true)))
                .isEqualTo("new indexes: nulls(text), minmax(text), values(text), bloom(text)");
        assertThat(samples).hasValue(1);
    }

    /** Returns how the indexes of a table change that has those of its numbers, and whose objects are up to date. */
    private static String newIndexes(AtomicInteger samples, ConnectorSplit... listed) {
        BuildReport report = report(samples, listed);
        assertThat(report.plannedObjects()).isZero();
        return report.changes();
    }

    private static BuildReport report(AtomicInteger samples, ConnectorSplit... listed) {
        return reports(samples, listed).getFirst();
    }

    private static List<BuildReport> reports(ConnectorSplit... listed) {
        return reports(new AtomicInteger(), listed);
    }

    /** Returns what a build reports that gets a thousand objects of a listing at a time. */
    private static List<BuildReport> reports(AtomicInteger samples, ConnectorSplit... listed) {
        IndexSnapshot before = Reflection.newProxy(IndexSnapshot.class, (_, called, _) -> switch (called.getName()) {
            case "definitions" -> AutoIndexes.choose(ImmutableList.of(NUMBER), ImmutableList.of());
            case "rangeCount" -> 2L;
            default -> throw new AssertionError(called);
        });
        TableIndex.Coverage coverage =
                Reflection.newProxy(TableIndex.Coverage.class, (_, called, arguments) -> switch (called.getName()) {
                    case "covers" -> ((LiveObject) arguments[0]).version().modifiedMillis() == 5;
                    case "isTooYoung" -> true;
                    default -> throw new AssertionError(called);
                });
        TableIndex index = Reflection.newProxy(TableIndex.class, (_, called, _) -> switch (called.getName()) {
            case "beginBuild" -> "build";
            case "requested" -> ImmutableList.of();
            case "isAutomatic" -> true;
            case "coverage" -> coverage;
            case "current" -> Optional.of(before);
            case "abandon" -> null;
            default -> throw new AssertionError(called);
        });
        try (SummarizeBatches<ConnectorSplit, String> build = build(samples, index, listed)) {
            return reports(build);
        }
    }

    private static List<BuildReport> reports(SummarizeBatches<ConnectorSplit, String> build) {
        List<BuildReport> reports = new ArrayList<>();
        while (!build.isFinished()) {
            build.next(1).join().splits().forEach(split -> reports.add(((Reported) split).report()));
        }
        return reports;
    }

    private static SummarizeBatches<ConnectorSplit, String> build(
            AtomicInteger samples, TableIndex index, ConnectorSplit... listed) {
        return new SummarizeBatches<>(
                objects(samples, ImmutableList.copyOf(listed)), index, definitions(), 1, Runnable::run);
    }

    private static TableDefinitions definitions() {
        return new TableDefinitions(
                new ColumnPaths(TESTING_TYPE_MANAGER), IndexTypes.load(TestSummarizeBatches.class.getClassLoader()));
    }

    @SuppressWarnings("unchecked")
    private static ObjectsToSummarize<ConnectorSplit, String> objects(
            AtomicInteger samples, List<ConnectorSplit> listed) {
        return Reflection.newProxy(ObjectsToSummarize.class, (_, called, arguments) -> switch (called.getName()) {
            case "isThere", "begins" -> true;
            case "check" -> {
                if (arguments[0] instanceof Unfit) {
                    throw new TrinoException(NOT_SUPPORTED, "An object of another kind");
                }
                yield null;
            }
            case "columns" -> ImmutableList.of(NUMBER, TEXT);
            case "list" -> new Batches(listed);
            case "object" ->
                new LiveObject(
                        new ObjectVersion("s3://bucket/object", 100, arguments[0] instanceof OfFuture ? FUTURE : 5),
                        Profile.of("parquet"));
            case "definitions" ->
                !(arguments[0] instanceof Listed each) || each.isTextPossible()
                        ? arguments[1]
                        : ((List<IndexDefinition>) arguments[1])
                                .stream()
                                        .filter(wanted -> !wanted.columns().contains(TEXT))
                                        .toList();
            case "casts" -> {
                samples.incrementAndGet();
                yield ImmutableList.of();
            }
            case "split" -> new Reported((BuildReport) arguments[0]);
            default -> throw new AssertionError(called);
        });
    }

    /** Lists a thousand at a time, and finds out in the end that there are no more. */
    private static final class Batches implements SplitBatches {
        private final Iterator<List<ConnectorSplit>> left;

        Batches(List<ConnectorSplit> listed) {
            this.left = Iterables.concat(Lists.partition(listed, 1000), List.of(List.<ConnectorSplit>of()))
                    .iterator();
        }

        @Override
        public CompletableFuture<SplitBatch> next(int maxSize) {
            return completedFuture(new SplitBatch(left.next(), !left.hasNext()));
        }

        @Override
        public void close() {}

        @Override
        public boolean isFinished() {
            return !left.hasNext();
        }
    }

    private record OneBatch(List<ConnectorSplit> splits) implements SplitBatches {
        @Override
        public CompletableFuture<SplitBatch> next(int maxSize) {
            return completedFuture(new SplitBatch(splits, true));
        }

        @Override
        public boolean isFinished() {
            return true;
        }

        @Override
        public void close() {}
    }
}
