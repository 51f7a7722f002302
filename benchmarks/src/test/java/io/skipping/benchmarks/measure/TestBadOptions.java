// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.benchmarks.committing.Committing;
import io.skipping.benchmarks.committing.Stocator;
import io.skipping.benchmarks.concurrency.Concurrency;
import io.skipping.benchmarks.formats.CifFigures;
import io.skipping.benchmarks.formats.Formats;
import io.skipping.benchmarks.layout.tables.LayoutTables;
import io.skipping.benchmarks.overhead.Overhead;
import io.skipping.benchmarks.planning.Planning;
import io.skipping.benchmarks.questions.Questions;
import io.skipping.benchmarks.scale.Scale;
import io.skipping.benchmarks.skipping.Skipping;
import io.skipping.benchmarks.skipping.SparkSkipping;
import io.skipping.benchmarks.smallobjects.SmallObjects;
import io.skipping.benchmarks.storageside.AlluxioFigures;
import io.skipping.benchmarks.storageside.StorageSide;
import io.skipping.benchmarks.stores.Stores;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;
import picocli.CommandLine;

/** What can't be measured is told in a sentence, before anything is started. */
public class TestBadOptions {
    @DataProvider
    public static Object[][] bad() {
        return new Object[][] {
            {Skipping.class, "--objects 0", "give at least 1"},
            {Skipping.class, "--megabytes 0", "give 0.001"},
            {Skipping.class, "--megabytes=-1", "give 0.001"},
            {Skipping.class, "--megabytes NaN", "give 0.001"},
            {Skipping.class, "--servers 0", "give at least 1"},
            {Skipping.class, "--rounds 0", "give at least 1"},
            {SparkSkipping.class, "--objects 0 --only SPARK", "give at least 1"},
            {SparkSkipping.class, "--processes 0 --only SPARK", "give at least 1"},
            {SparkSkipping.class, "--rounds 0 --only SPARK", "give at least 1"},
            {Overhead.class, "--rounds 0", "give at least 1"},
            {Overhead.class, "--rounds=-1", "give at least 1"},
            {Overhead.class, "--only scan,all", "--only all: give some of scan, scan-undecided, scan-tested"},
            {Formats.class, "--objects 0", "give at least 1"},
            {Formats.class, "--objects 700 --megabytes 1000", "give at most 678 of that size"},
            {Formats.class, "--megabytes 0.05", "give 0.1 to 1000"},
            {Formats.class, "--rounds 0", "give at least 1"},
            {CifFigures.class, "--objects 0", "give at least 1"},
            {CifFigures.class, "--megabytes 40", "give 0.1 to 30"},
            {CifFigures.class, "--rounds 0", "give at least 1"},
            {AlluxioFigures.class, "--rows 1000,100", "--rows 100: give multiples of 8, the number of objects"},
            {AlluxioFigures.class, "--rounds 0", "give at least 1"},
            {StorageSide.class, "--objects 0", "give a multiple of 16, since a long object holds what 16 short ones do"
            },
            {StorageSide.class, "--objects 24", "give a multiple of 16"},
            {StorageSide.class, "--megabytes 0", "give 0.001"},
            {StorageSide.class, "--rounds 0", "give at least 1"},
            {StorageSide.class, "--latency=-1", "give at least 0"},
            {StorageSide.class, "--bandwidth 0", "give at least 1"},
            {LayoutTables.class, "--days 3", "give a divisor of 128"},
            {LayoutTables.class, "--days 0", "give at least 1"},
            {LayoutTables.class, "--questions 0", "give at least 1"},
            {LayoutTables.class, "--questions 201", "give at most 200"},
            {LayoutTables.class, "--latency=-1", "give at least 0"},
            {Stores.class, "--objects 0", "give a square number"},
            {Stores.class, "--objects=-4", "give a square number"},
            {Stores.class, "--objects 10", "give a square number, since objects hold the cells of a square grid"},
            {Stores.class, "--heap 2", "give a number of megabytes or gigabytes, such as 512m or 2g"},
            {Committing.class, "--latency=-1", "give at least 0"},
            {Committing.class, "--bandwidth 0", "give at least 1"},
            {Stocator.class, "--objects 0", "give at least 1"},
            {Stocator.class, "--scale 0", "give at least 1"},
            {Stocator.class, "--rounds 0", "give at least 1"},
            {Stocator.class, "--latency=-1", "give at least 0"},
            {Stocator.class, "--workloads sort", "--workloads sort: give some of teragen, copy, wordcount, terasort"},
            {Stocator.class, "--systems file-v1,s3", "--systems s3: give some of file-v1, file-v2, s3a-magic"},
            {Concurrency.class, "--rounds 0", "give at least 1"},
            {Concurrency.class, "--seconds 1", "give at least 3, since a job begins every 2 seconds"},
            {Planning.class, "--rounds 0", "give at least 1"},
            {Planning.class, "--scale huge", "--scale huge: give tiny, sf1, or more"},
            {Questions.class, "--trips 0", "give at least 1"},
            {Questions.class, "--rounds 0", "give at least 1"},
            {Scale.class, "--listed 100,11", "--listed 11: give at least 12, an object for each partition"},
            {Scale.class, "--listed 100,100", "--listed 100,100: give each number once"},
            {Scale.class, "--files 0", "give at least 1"},
            {Scale.class, "--files 100,100", "--files 100,100: give each number once"},
            {Scale.class, "--rounds 0", "give at least 1"},
            {SmallObjects.class, "--objects 0", "give a multiple of 28"},
            {SmallObjects.class, "--objects=-28", "give a multiple of 28"},
            {SmallObjects.class, "--objects 30", "give a multiple of 28, for as many days"},
            {SmallObjects.class, "--objects 28 --new 1", "give at least 56, since the index of fewer"},
            {SmallObjects.class, "--objects 56", "--objects 56: give at least 560, since the new ones, --new 20, are"},
            {SmallObjects.class, "--new 0", "give at least 1"},
            {SmallObjects.class, "--rounds 0", "give at least 1"},
            {SmallObjects.class, "--slow-rounds 0", "give at least 1"},
        };
    }

    @Test(dataProvider = "bad")
    public void testBad(Class<? extends Benchmark> benchmark, String options, String sentence) {
        StringWriter errors = new StringWriter();
        int exit =
                new CommandLine(benchmark).setErr(new PrintWriter(errors)).execute(("--quick " + options).split(" "));
        assertThat(exit).isEqualTo(2);
        assertThat(errors.toString().lines().findFirst().orElseThrow())
                .startsWith(options.split("[ =]")[0])
                .contains(sentence);
    }
}
