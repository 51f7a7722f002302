// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.lib.input.TextInputFormat;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;
import scala.Tuple2;

/** Runs jobs over {@linkplain WordLines lines of words}, with Hadoop's new API. */
final class WordJobs {
    private final SparkSession spark;
    private final JavaSparkContext context;

    WordJobs(SparkSession spark) {
        this.spark = spark;
        this.context = JavaSparkContext.fromSparkContext(spark.sparkContext());
    }

    void generate(long lines, int parts, String destination) {
        lines(lines, parts)
                .mapToPair(line -> new Tuple2<>(NullWritable.get(), new Text(line)))
                .saveAsNewAPIHadoopFile(destination, NullWritable.class, Text.class, TextOutputFormat.class);
    }

    /** Counts words, and writes a line for each: the word, a tab, and its number of occurrences. */
    void count(String source, int parts, String destination) {
        counts(read(source), parts)
                .mapToPair(word -> new Tuple2<>(new Text(word._1), new LongWritable(word._2)))
                .saveAsNewAPIHadoopFile(destination, Text.class, LongWritable.class, TextOutputFormat.class);
    }

    Contents contents(String source) {
        return contents(read(source));
    }

    /** Returns what {@link #count} writes for the lines of {@link #generate}, computed without a store. */
    Contents expectedCounts(long lines, int parts) {
        return contents(counts(lines(lines, parts), parts).map(word -> word._1 + "\t" + word._2));
    }

    private JavaRDD<String> lines(long lines, int parts) {
        return spark.range(0, lines, 1, parts).javaRDD().map(WordLines::line);
    }

    private JavaRDD<String> read(String source) {
        return context.newAPIHadoopFile(
                        source,
                        TextInputFormat.class,
                        LongWritable.class,
                        Text.class,
                        context.sc().hadoopConfiguration())
                .map(line -> line._2.toString());
    }

    private static JavaPairRDD<String, Long> counts(JavaRDD<String> lines, int parts) {
        return lines.flatMap(line -> Arrays.asList(line.split(" ")).iterator())
                .mapToPair(word -> new Tuple2<>(word, 1L))
                .reduceByKey(Long::sum, parts);
    }

    private static Contents contents(JavaRDD<String> lines) {
        List<long[]> parts = lines.mapPartitions(part -> {
                    CRC32C crc = new CRC32C();
                    long count = 0;
                    long checksum = 0;
                    while (part.hasNext()) {
                        crc.reset();
                        crc.update(part.next().getBytes(UTF_8));
                        checksum += crc.getValue();
                        count++;
                    }
                    return List.of(new long[] {count, checksum}).iterator();
                })
                .collect();
        return new Contents(
                parts.stream().mapToLong(part -> part[0]).sum(),
                parts.stream().mapToLong(part -> part[1]).sum(),
                false);
    }
}
