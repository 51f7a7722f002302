// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.jobs;

import java.io.Serializable;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.BytesWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.mapreduce.lib.input.FileSplit;
import org.apache.hadoop.mapreduce.lib.input.FixedLengthInputFormat;
import org.apache.spark.Partitioner;
import org.apache.spark.api.java.JavaNewHadoopRDD;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;
import scala.Tuple2;

/** Runs jobs over {@linkplain TeraRecord records}, with Hadoop's new API. */
final class RecordJobs {
    private final SparkSession spark;
    private final JavaSparkContext context;

    RecordJobs(SparkSession spark) {
        this.spark = spark;
        this.context = JavaSparkContext.fromSparkContext(spark.sparkContext());
    }

    void generate(long records, int parts, String destination) {
        write(
                spark.range(0, records, 1, parts)
                        .javaRDD()
                        .map(TeraRecord::of)
                        .mapToPair(record -> pair(TeraRecord.key(record), TeraRecord.value(record))),
                destination);
    }

    void copy(String source, String destination) {
        write(read(source).mapToPair(numbered -> new Tuple2<>(numbered._2, new BytesWritable())), destination);
    }

    /**
     * Sorts records so that each part holds a range of keys. The keys are uniformly distributed, so the ranges are
     * known without reading any data.
     */
    void sort(String source, int parts, String destination) {
        JavaPairRDD<byte[], byte[]> sorted = read(source)
                .mapToPair(numbered -> {
                    byte[] record = numbered._2.copyBytes();
                    return new Tuple2<>(TeraRecord.key(record), TeraRecord.value(record));
                })
                .repartitionAndSortWithinPartitions(new KeyRanges(parts), new KeyOrder());
        write(sorted.mapToPair(record -> pair(record._1, record._2)), destination);
    }

    /** Reads all records and returns a summary of them. */
    Contents contents(String source) {
        return Stretch.contents(read(source)
                .mapPartitionsWithInputSplit(
                        (split, records) -> {
                            FileSplit file = (FileSplit) split;
                            return List.of(stretch(file.getPath().toString(), file.getStart(), records))
                                    .iterator();
                        },
                        true)
                .collect());
    }

    private static Stretch stretch(String path, long start, Iterator<Tuple2<LongWritable, BytesWritable>> records) {
        Stretch.Builder stretch = new Stretch.Builder();
        while (records.hasNext()) {
            stretch.add(records.next()._2.getBytes());
        }
        return stretch.build(path, start);
    }

    /** Returns the contents that {@link #generate} writes, computed without a store. */
    Contents expected(long records, int parts) {
        return Stretch.contents(spark.range(0, records, 1, parts)
                .javaRDD()
                .mapPartitions(numbers -> {
                    Stretch.Builder stretch = new Stretch.Builder();
                    numbers.forEachRemaining(number -> stretch.add(TeraRecord.of(number)));
                    return List.of(stretch.build("", 0)).iterator();
                })
                .collect());
    }

    private JavaNewHadoopRDD<LongWritable, BytesWritable> read(String source) {
        Configuration configuration = new Configuration(context.sc().hadoopConfiguration());
        FixedLengthInputFormat.setRecordLength(configuration, TeraRecord.BYTES);
        return (JavaNewHadoopRDD<LongWritable, BytesWritable>) context.newAPIHadoopFile(
                source, FixedLengthInputFormat.class, LongWritable.class, BytesWritable.class, configuration);
    }

    private static void write(JavaPairRDD<BytesWritable, BytesWritable> records, String destination) {
        records.saveAsNewAPIHadoopFile(
                destination, BytesWritable.class, BytesWritable.class, FixedRecordOutputFormat.class);
    }

    private static Tuple2<BytesWritable, BytesWritable> pair(byte[] key, byte[] value) {
        return new Tuple2<>(new BytesWritable(key), new BytesWritable(value));
    }

    private static final class KeyRanges extends Partitioner {
        private final int ranges;

        private KeyRanges(int ranges) {
            this.ranges = ranges;
        }

        @Override
        public int numPartitions() {
            return ranges;
        }

        @Override
        public int getPartition(Object key) {
            return TeraRecord.range((byte[]) key, ranges);
        }
    }

    private static final class KeyOrder implements Comparator<byte[]>, Serializable {
        @Override
        public int compare(byte[] one, byte[] other) {
            return TeraRecord.compareKeys(one, other);
        }
    }
}
