// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.spark;

import static org.apache.spark.sql.functions.countDistinct;
import static org.apache.spark.sql.functions.expr;
import static org.apache.spark.sql.functions.input_file_name;
import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.committer.ManifestPathFilter;
import io.skipping.committer.spark.AttemptNamingCommitProtocol;
import io.skipping.partitioner.ArrayRow;
import io.skipping.partitioner.Column;
import io.skipping.partitioner.ColumnType;
import io.skipping.partitioner.LayoutModel;
import io.skipping.partitioner.train.CutStrategy;
import io.skipping.partitioner.train.History;
import io.skipping.partitioner.train.KdTreeTrainer;
import io.skipping.partitioner.train.Sample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.spark.internal.io.FileCommitProtocol;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.execution.datasources.SQLHadoopMapReduceCommitProtocol;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Writes objects of about 50 MB of records, 29 bytes each, by a model that was trained on one in a hundred of them. */
@Test(groups = "servers")
public class TestObjects {
    private static final int RECORDS = 1_750_000;
    private static final int RECORD_BYTES = 29;
    private static final int OBJECTS = 10;
    private static final List<Column> COLUMNS =
            List.of(new Column("latitude", ColumnType.BIGINT), new Column("longitude", ColumnType.BIGINT));
    private static final String SCHEMA = "id int, latitude decimal(6,4), longitude decimal(6,4), value int";

    private Path folder;
    private SparkSession spark;
    private LayoutModel model;

    @BeforeClass
    public void train() throws IOException {
        folder = Files.createTempDirectory("objects");
        spark = LocalSpark.builder()
                .config("spark.hadoop.mapreduce.input.pathFilter.class", ManifestPathFilter.class.getName())
                .getOrCreate();
        Sample.Builder sample = Sample.builder(COLUMNS);
        for (Row row : readings()
                .where("pmod(hash(id, 7), 100) = 0")
                .select("latitude", "longitude")
                .collectAsList()) {
            sample.add(new ArrayRow(2)
                    .set(0, row.getDecimal(0).unscaledValue().longValueExact())
                    .set(1, row.getDecimal(1).unscaledValue().longValueExact()));
        }
        model = new KdTreeTrainer(CutStrategy.roundRobin(), History.of(List.of())).train(sample.build(), OBJECTS);
    }

    @AfterClass(alwaysRun = true)
    public void stop() throws IOException {
        if (spark != null) {
            spark.stop();
        }
        LocalSpark.delete(folder);
    }

    /** More of them in some places than in others; all as long as each other. */
    private Dataset<Row> readings() {
        return spark.range(0, RECORDS, 1, 8)
                .select(
                        expr("CAST(1000000 + id AS int) AS id"),
                        expr("CAST(10 + pow(pmod(hash(id, 1), 100000) / 100000D, 3) * 89 AS decimal(6,4)) AS latitude"),
                        expr("CAST(10 + sqrt(pmod(hash(id, 2), 100000) / 100000D) * 89 AS decimal(6,4)) AS longitude"),
                        expr("CAST(1000 + pmod(hash(id, 3), 9000) AS int) AS value"));
    }

    private static List<Long> sizes(Path table) throws IOException {
        try (Stream<Path> files = Files.list(table)) {
            return files.filter(file -> file.getFileName().toString().startsWith("part-"))
                    .map(file -> file.toFile().length())
                    .toList();
        }
    }

    @DataProvider
    public Object[][] protocols() {
        return new Object[][] {{SQLHadoopMapReduceCommitProtocol.class}, {AttemptNamingCommitProtocol.class}};
    }

    @Test(dataProvider = "protocols")
    public void testObjectsOfOneSize(Class<? extends FileCommitProtocol> protocol) throws IOException {
        spark.conf().set("spark.sql.sources.commitProtocolClass", protocol.getName());
        Path table = folder.resolve(protocol.getSimpleName());
        long target = (long) RECORDS * RECORD_BYTES / OBJECTS;
        Layouts.writer(Layouts.repartition(readings(), model, "latitude"), target, RECORD_BYTES)
                .csv(table.toString());

        List<Long> sizes = sizes(table);
        assertThat(sizes).as("one object a partition").hasSize(OBJECTS);
        assertThat(sizes.stream().mapToLong(Long::longValue).sum()).isEqualTo((long) RECORDS * RECORD_BYTES);
        assertThat(sizes)
                .allSatisfy(size -> assertThat(size.doubleValue() / target)
                        .as("of %s", sizes)
                        .isBetween(0.9, 1.1));

        Dataset<Row> written = spark.read().schema(SCHEMA).csv(table.toString());
        assertThat(written.count()).isEqualTo(RECORDS);
        assertThat(written.exceptAll(readings()).isEmpty())
                .as("the same records")
                .isTrue();
        List<Row> partitions = written.groupBy(input_file_name())
                .agg(countDistinct(Layouts.partition(written, model)))
                .collectAsList();
        assertThat(partitions)
                .hasSize(OBJECTS)
                .allSatisfy(row ->
                        assertThat(row.getLong(1)).as("partitions in an object").isEqualTo(1));
    }

    @Test
    public void testPartitionsThatAreCut() throws IOException {
        spark.conf().set("spark.sql.sources.commitProtocolClass", AttemptNamingCommitProtocol.class.getName());
        Path table = folder.resolve("cut");
        long target = 1_000_000;
        Layouts.writer(Layouts.repartition(readings(), model), target, RECORD_BYTES)
                .csv(table.toString());
        List<Long> sizes = sizes(table);
        // 5.075 MB each, more or less
        assertThat(sizes).hasSizeBetween(5 * OBJECTS, 6 * OBJECTS);
        assertThat(sizes).allSatisfy(size -> assertThat(size).isLessThanOrEqualTo(target * 11 / 10));
        assertThat(sizes.stream().filter(size -> size < target).count())
                .as("last pieces")
                .isLessThanOrEqualTo(OBJECTS);
    }
}
