// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.jmh;

import static io.skipping.index.value.ScalarType.BIGINT;
import static io.skipping.index.value.ScalarType.DOUBLE;
import static io.skipping.index.value.ScalarType.INTEGER;
import static io.skipping.index.value.ScalarType.VARCHAR;

import com.google.common.collect.ImmutableList;
import io.skipping.index.LiveObject;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.snapshot.HeapSnapshot;
import io.skipping.index.snapshot.ObjectVerdict;
import io.skipping.index.type.IndexTypes;
import io.skipping.index.value.KeyRange;
import io.skipping.index.value.KeySet;
import io.skipping.index.value.ScalarType;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
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
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/** Measures evaluating a predicate over a million ranges whose bounds are known. */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
        value = 1,
        jvmArgs = {
            "-Xmx2g",
            "-XX:+UseSerialGC",
            "--sun-misc-unsafe-memory-access=allow",
            "--add-modules=jdk.incubator.vector"
        })
@State(Scope.Benchmark)
public class VerdictBenchmark {
    private static final int RANGES = 1_000_000;
    private static final int LISTED = 1000;

    @Param({"bigint", "integer", "double", "varchar"})
    private String type;

    @Param({"between", "in-1000"})
    private String condition;

    private final IndexTypes indexTypes = IndexTypes.load(VerdictBenchmark.class.getClassLoader());
    private SyntheticSegment segment;
    private HeapSnapshot snapshot;
    private Questions questions;
    private List<LiveObject> object;

    @Setup
    public void prepare() {
        ScalarType columnType = switch (type) {
            case "bigint" -> BIGINT;
            case "integer" -> INTEGER;
            case "double" -> DOUBLE;
            case "varchar" -> VARCHAR;
            default -> throw new IllegalArgumentException(type);
        };
        segment = new SyntheticSegment(columnType, RANGES, indexTypes);
        questions = new Questions(number -> new Predicate.InSet(segment.column(), values(columnType, number)));
        object = List.of(segment.object(7));
        snapshot = new HeapSnapshot("warm", 0, ImmutableList.of(segment), indexTypes);
        warmSnapshot();
    }

    private KeySet values(ScalarType columnType, int number) {
        return switch (condition) {
            // a hundredth of all
            case "between" ->
                KeySet.of(
                                columnType,
                                List.of(KeyRange.between(
                                        SyntheticSegment.value(columnType, 40_000_000 + number),
                                        SyntheticSegment.value(columnType, 41_000_000 + number))))
                        .orElseThrow();
            case "in-1000" ->
                KeySet.ofValues(
                                columnType,
                                LongStream.range(0, LISTED)
                                        .mapToObj(i -> SyntheticSegment.value(columnType, 100_000 * i + number))
                                        .toList())
                        .orElseThrow();
            default -> throw new IllegalArgumentException(condition);
        };
    }

    /** Returns the verdicts on all ranges, with the bounds opened before. */
    @Benchmark
    public List<ObjectVerdict> warmSnapshot() {
        return snapshot.plan(questions.next()).lookup(object);
    }

    /**
     * Returns the verdicts on all ranges; includes finding where each path is and opening the bounds, from columns in
     * memory.
     */
    @Benchmark
    public List<ObjectVerdict> newSnapshot() {
        return new HeapSnapshot("new", 0, ImmutableList.of(segment), indexTypes)
                .plan(questions.next())
                .lookup(object);
    }

    /** Runs the benchmark with JMH's own options. */
    public static void main(String[] arguments) throws RunnerException, CommandLineOptionException {
        new Runner(new OptionsBuilder()
                        .parent(new CommandLineOptions(arguments))
                        .include(VerdictBenchmark.class.getSimpleName())
                        .build())
                .run();
    }
}
