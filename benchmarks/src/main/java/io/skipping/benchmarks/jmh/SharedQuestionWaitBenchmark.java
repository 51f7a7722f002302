// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.jmh;

import static io.skipping.index.value.ScalarType.BIGINT;

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
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * Measures how long each of several clients waits for verdicts on a million ranges when all ask by the same predicate at
 * once: from its own question to its own answer. {@link SharedQuestionBenchmark} measures until the last client has its
 * answer, which includes the time until the machine has given each of them a core to begin on.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
        value = 3,
        jvmArgs = {
            "-Xmx2g",
            "-XX:+UseSerialGC",
            "--sun-misc-unsafe-memory-access=allow",
            "--add-modules=jdk.incubator.vector"
        })
public class SharedQuestionWaitBenchmark {
    private static final int RANGES = 1_000_000;

    private HeapSnapshot snapshot;
    private List<LiveObject> object;
    private CyclicBarrier barrier;
    private volatile Predicate question;

    @Setup
    public void prepare(BenchmarkParams benchmark) {
        IndexTypes indexTypes = IndexTypes.load(SharedQuestionWaitBenchmark.class.getClassLoader());
        SyntheticSegment segment = new SyntheticSegment(BIGINT, RANGES, indexTypes);
        snapshot = new HeapSnapshot("shared", 0, ImmutableList.of(segment), indexTypes);
        Questions questions = new Questions(number -> new Predicate.InSet(
                segment.column(),
                KeySet.of(BIGINT, List.of(KeyRange.between(Key.of(40_000_000L + number), Key.of(41_000_000L + number))))
                        .orElseThrow()));
        object = List.of(segment.object(7));
        question = questions.next();
        barrier = new CyclicBarrier(benchmark.getThreads(), () -> question = questions.next());
    }

    @Setup(Level.Iteration)
    public void repairBarrier() {
        barrier.reset();
    }

    /** Lets the clients begin a question together; the time until they do is not measured. */
    @State(Scope.Thread)
    public static class Client {
        @Setup(Level.Invocation)
        public void awaitOthers(SharedQuestionWaitBenchmark shared) throws InterruptedException {
            try {
                shared.barrier.await(1, TimeUnit.SECONDS);
            } catch (BrokenBarrierException | TimeoutException e) {
                // the iteration ends: some clients have stopped asking
            }
        }
    }

    @Benchmark
    @Threads(1)
    public List<ObjectVerdict> oneClient(Client client) {
        return snapshot.plan(question).lookup(object);
    }

    @Benchmark
    @Threads(8)
    public List<ObjectVerdict> eightClients(Client client) {
        return snapshot.plan(question).lookup(object);
    }

    /** Runs the benchmark with JMH's own options. */
    public static void main(String[] arguments) throws RunnerException, CommandLineOptionException {
        new Runner(new OptionsBuilder()
                        .parent(new CommandLineOptions(arguments))
                        .include(SharedQuestionWaitBenchmark.class.getSimpleName())
                        .build())
                .run();
    }
}
