// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.jmh;

import static io.skipping.index.value.ScalarType.BIGINT;
import static java.util.Collections.nCopies;

import com.google.common.collect.ImmutableList;
import io.skipping.index.LiveObject;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.snapshot.HeapSnapshot;
import io.skipping.index.snapshot.ObjectVerdict;
import io.skipping.index.type.IndexTypes;
import io.skipping.index.value.Key;
import io.skipping.index.value.KeyRange;
import io.skipping.index.value.KeySet;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
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

/**
 * Measures how long concurrent clients wait, until the last has its answer, when all ask for verdicts on a million
 * ranges by the same predicate.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
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
public class SharedQuestionBenchmark {
    private static final int RANGES = 1_000_000;

    @Param({"1", "8"})
    private int clients;

    private HeapSnapshot snapshot;
    private Questions questions;
    private List<LiveObject> object;
    private ExecutorService executor;

    @Setup
    public void prepare() {
        IndexTypes indexTypes = IndexTypes.load(SharedQuestionBenchmark.class.getClassLoader());
        SyntheticSegment segment = new SyntheticSegment(BIGINT, RANGES, indexTypes);
        snapshot = new HeapSnapshot("shared", 0, ImmutableList.of(segment), indexTypes);
        questions = new Questions(number -> new Predicate.InSet(
                segment.column(),
                KeySet.of(BIGINT, List.of(KeyRange.between(Key.of(40_000_000L + number), Key.of(41_000_000L + number))))
                        .orElseThrow()));
        object = List.of(segment.object(7));
        executor = Executors.newFixedThreadPool(clients);
    }

    @TearDown
    public void close() {
        executor.close();
    }

    @Benchmark
    public List<Future<List<ObjectVerdict>>> askAtOnce() throws InterruptedException {
        Predicate question = questions.next();
        Callable<List<ObjectVerdict>> client = () -> snapshot.plan(question).lookup(object);
        return executor.invokeAll(nCopies(clients, client));
    }

    /** Hands the clients nothing to do, which shows how much of the time is that of waking their threads. */
    @Benchmark
    public List<Future<List<ObjectVerdict>>> askNothing() throws InterruptedException {
        return executor.invokeAll(nCopies(clients, List::of));
    }

    /** Runs the benchmark with JMH's own options. */
    public static void main(String[] arguments) throws RunnerException, CommandLineOptionException {
        new Runner(new OptionsBuilder()
                        .parent(new CommandLineOptions(arguments))
                        .include(SharedQuestionBenchmark.class.getSimpleName())
                        .build())
                .run();
    }
}
