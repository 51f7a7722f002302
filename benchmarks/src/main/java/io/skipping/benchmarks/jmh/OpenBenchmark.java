// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.jmh;

import static com.google.common.io.MoreFiles.deleteRecursively;
import static com.google.common.io.RecursiveDeleteOption.ALLOW_INSECURE;
import static io.skipping.index.value.ScalarType.BIGINT;
import static io.skipping.index.value.ScalarType.VARCHAR;

import io.skipping.index.ByteRange;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedTable;
import io.skipping.index.LiveObject;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.snapshot.ObjectVerdict;
import io.skipping.index.store.FileStore;
import io.skipping.index.store.IndexAccess;
import io.skipping.index.store.IndexUser;
import io.skipping.index.store.SegmentSink;
import io.skipping.index.store.TableIndex;
import io.skipping.index.store.manifest.ObjectStoreIndexStore;
import io.skipping.index.type.IndexTypes;
import io.skipping.index.value.KeyColumn;
import io.skipping.index.value.KeySet;
import io.skipping.index.value.ScalarType;
import io.skipping.trino.core.segment.TrinoSegmentFormat;
import io.skipping.trino.core.store.TrinoFileStore;
import io.trino.filesystem.local.LocalFileSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/** Measures finding, reading and querying an index of a million ranges in a local folder. */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(
        value = 1,
        jvmArgs = {
            "-Xmx4g",
            "-XX:+UseSerialGC",
            "--sun-misc-unsafe-memory-access=allow",
            "--add-modules=jdk.incubator.vector"
        })
@State(Scope.Benchmark)
public class OpenBenchmark {
    private static final int RANGES = 1_000_000;

    @Param({"bigint", "varchar"})
    private String type;

    private final IndexTypes indexTypes = IndexTypes.load(OpenBenchmark.class.getClassLoader());
    private final IndexedTable table = new IndexedTable("grid", "readings", "local:///readings");
    private Path folder;
    private LiveObject object;
    private Predicate predicate;

    @Setup
    public void write() throws IOException {
        folder = Files.createTempDirectory("open-benchmark");
        ScalarType columnType = type.equals("bigint") ? BIGINT : VARCHAR;
        SyntheticSegment segment = new SyntheticSegment(columnType, RANGES, indexTypes);
        IndexDefinition definition = segment.definitions().getFirst();
        List<KeyColumn> fields = segment.summaries(definition);
        TableIndex index = openTable();
        String build = index.beginBuild();
        List<LiveObject> objects = new ArrayList<>();
        try (SegmentSink sink = index.newSegment(build, List.of(definition))) {
            for (int i = 0; i < segment.objects().count(); i++) {
                objects.add(segment.object(i));
                for (int range = segment.objects().firstRange()[i];
                        range < segment.objects().firstRange()[i + 1];
                        range++) {
                    int position = range;
                    sink.add(
                            objects.getLast(),
                            new ByteRange(segment.rangeStarts()[range], segment.rangeLengths()[range]),
                            segment.rowCounts()[range],
                            List.of(fields.stream()
                                    .map(field -> field.select(new int[] {position}))
                                    .toList()));
                }
            }
            sink.finish();
        }
        index.publish(build, objects);
        object = objects.get(7);
        predicate = new Predicate.InSet(
                segment.column(),
                KeySet.ofValues(columnType, List.of(SyntheticSegment.value(columnType, 40_000_000)))
                        .orElseThrow());
        System.out.println("stored bytes: "
                + openTable().current().orElseThrow().storedBytes().orElseThrow());
    }

    @TearDown
    public void delete() throws IOException {
        deleteRecursively(folder, ALLOW_INSECURE);
    }

    /**
     * Opens the table's index by a store that has nothing in memory. Files may come from the operating system's cache.
     */
    private TableIndex openTable() {
        ObjectStoreIndexStore store = new ObjectStoreIndexStore(
                new TrinoSegmentFormat(), indexTypes, new ObjectStoreIndexStore.Options(Optional.empty(), 1L << 30));
        FileStore files = new TrinoFileStore(new LocalFileSystem(folder), Optional.of(folder));
        return store.open(table, new IndexAccess(() -> files, Optional.of(new IndexUser("benchmark", Set.of()))));
    }

    @Benchmark
    public List<ObjectVerdict> openAndAsk() {
        return openTable().current().orElseThrow().plan(predicate).lookup(List.of(object));
    }

    /** Runs the benchmark with JMH's own options. */
    public static void main(String[] arguments) throws RunnerException, CommandLineOptionException {
        new Runner(new OptionsBuilder()
                        .parent(new CommandLineOptions(arguments))
                        .include(OpenBenchmark.class.getSimpleName())
                        .build())
                .run();
    }
}
