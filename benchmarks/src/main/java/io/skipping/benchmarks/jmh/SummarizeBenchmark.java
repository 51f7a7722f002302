// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.jmh;

import static io.trino.spi.type.BigintType.BIGINT;
import static io.trino.spi.type.VarcharType.VARCHAR;

import com.google.common.collect.ImmutableMap;
import io.airlift.slice.Slices;
import io.skipping.index.type.IndexType;
import io.skipping.index.type.IndexTypes;
import io.skipping.index.type.Summarizer;
import io.skipping.index.type.SummaryWriter;
import io.skipping.index.value.KeyColumn;
import io.skipping.index.value.ScalarType;
import io.skipping.trino.core.value.BlockVectors;
import io.skipping.trino.core.value.TrinoTypes;
import io.trino.spi.block.Block;
import io.trino.spi.block.BlockBuilder;
import io.trino.spi.type.Type;
import io.trino.spi.type.TypeUtils;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
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

/** Measures summarising a value, in a range of 80,000 rows, as many as a range of 8 MB has. */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
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
public class SummarizeBenchmark {
    private static final int PAGES = 80;
    private static final int PAGE_ROWS = 1000;
    private static final long RANGE_BYTES = 8 << 20;

    @Param({"nulls", "minmax", "values", "bloom", "gaps", "ranks"})
    private String index;

    @Param({"bigint", "varchar"})
    private String type;

    /** Sets the number of distinct values: few are all kept, many make {@code values} and {@code bloom} give up. */
    @Param({"500", "5000", "1000000"})
    private int distinct;

    private Type columnType;
    private IndexType indexType;
    private final List<Block> pages = new ArrayList<>();

    @Setup
    public void prepare() {
        columnType = type.equals("bigint") ? BIGINT : VARCHAR;
        indexType = IndexTypes.load(getClass().getClassLoader()).get(index);
        Random random = new Random(1);
        for (int page = 0; page < PAGES; page++) {
            BlockBuilder builder = columnType.createBlockBuilder(null, PAGE_ROWS);
            for (int row = 0; row < PAGE_ROWS; row++) {
                long value = random.nextInt(distinct);
                TypeUtils.writeNativeValue(
                        columnType,
                        builder,
                        type.equals("bigint") ? (Object) value : Slices.utf8Slice("station-" + value));
            }
            pages.add(builder.build());
        }
    }

    /** Reports microseconds per thousand values, which are nanoseconds per value. */
    @Benchmark
    @OperationsPerInvocation(PAGES)
    public List<KeyColumn> thousandValues() {
        List<ScalarType> columns = List.of(TrinoTypes.scalar(columnType));
        BlockVectors vectors = new BlockVectors(columns.getFirst());
        Summarizer summarizer =
                indexType.summarizer(columns, ImmutableMap.of(), new IndexType.RangeContext(RANGE_BYTES));
        for (Block page : pages) {
            summarizer.add(List.of(vectors.fill(page)));
        }
        SummaryWriter summary = new SummaryWriter(indexType.fields(columns));
        summarizer.finish(summary);
        return summary.build();
    }

    /** Runs the benchmark with JMH's own options. */
    public static void main(String[] arguments) throws RunnerException, CommandLineOptionException {
        new Runner(new OptionsBuilder()
                        .parent(new CommandLineOptions(arguments))
                        .include(SummarizeBenchmark.class.getSimpleName())
                        .build())
                .run();
    }
}
