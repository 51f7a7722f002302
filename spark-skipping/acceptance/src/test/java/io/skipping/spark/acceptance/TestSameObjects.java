// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.testing.lake.IndexedTable;
import io.skipping.testing.lake.Queries;
import io.skipping.testing.lake.Run;
import io.skipping.testing.lake.Sql;
import io.skipping.testing.meters.HiveDdl;
import io.skipping.testing.meters.MeterOptions;
import io.skipping.testing.meters.MeterReadings;
import io.skipping.testing.meters.SparkDdl;
import io.skipping.testing.meters.format.MeterFormat;
import io.skipping.testing.meters.park.Meter;
import io.skipping.testing.meters.park.Neighbourhood;
import io.skipping.testing.meters.sink.S3Sink;
import io.skipping.testing.s3.LoggedRequest;
import io.skipping.testing.spark.SparkSql;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * Tests that Spark and Trino leave out the same objects of meter readings, and return the same rows: of Parquet by one
 * index, which Trino built; of CSV by two, since each reads text in its own way and builds for itself. Neither build
 * loses what the other has made.
 */
@Test(groups = "servers")
public class TestSameObjects {
    private static final int OBJECTS = 16;
    private static final String TOWNS = "towns";
    /** Sums up decimals, so that the result does not depend on the order of rows. */
    private static final String ROWS = "SELECT count(*), sum(CAST(sumhc AS decimal(18, 6))) FROM %s WHERE ";

    private TrinoAndSpark lake;
    private Meter meter;
    private double warm;

    @BeforeClass
    public void start() throws IOException, SQLException {
        lake = TrinoAndSpark.start(
                "1g",
                "spark.sql.shuffle.partitions=1",
                // what is skipped must not depend on how busy the machine is
                "spark.skipping.lookup-timeout=1m");
        MeterOptions options = MeterOptions.defaults().withObjects(OBJECTS).withMegabytes(0.2);
        options = options.withMeters(MeterReadings.meters(options));
        meter = MeterReadings.meter(options, options.meters().orElseThrow() / 2);
        write(options.withFormat(MeterFormat.PARQUET), "parquet");
        write(options.withFormat(MeterFormat.CSV), "csv");
        Queries queries = lake.queries();
        queries.rows("CREATE SCHEMA lake.grid");
        queries.rows(
                "CREATE TABLE hive.grid.%1$s WITH (format = 'PARQUET', external_location = 's3://lake/%1$s') AS SELECT * FROM (VALUES %2$s) AS t (name)"
                        .formatted(
                                TOWNS, "(%s)".formatted(Sql.literal(meter.town().name()))));
        lake.s3().age(TrinoAndSpark.BUCKET);
        createTrinoTable(MeterFormat.PARQUET, "parquet");
        createTrinoTable(MeterFormat.CSV, "csv");
        SparkSql spark = lake.spark();
        spark.createTable(TOWNS, "parquet", location(TOWNS));
        spark.createTable("meters_parquet", "parquet", location("parquet"));
        spark.createTable("meters_csv", "csv", ',', location("csv"), SparkDdl.columns() + ", dt STRING");
        spark.build("meters_csv");
        warm = (double) queries.rows("SELECT round(approx_percentile(temp, 0.999), 2) FROM hive.grid.parquet")
                .getFirst()
                .getFirst();
    }

    @AfterClass(alwaysRun = true)
    public void stop() throws IOException, SQLException {
        if (lake != null) {
            lake.close();
        }
    }

    private void write(MeterOptions options, String folder) throws IOException {
        try (S3Client client = lake.s3().client();
                S3Sink sink = new S3Sink(client, TrinoAndSpark.BUCKET, folder)) {
            MeterReadings.generate(options, sink, (_, _, _) -> {});
        }
    }

    private void createTrinoTable(MeterFormat format, String name) throws IOException, SQLException {
        Queries queries = lake.queries();
        queries.rows(HiveDdl.createTable(
                HiveDdl.tableFormat(format), "lake", "grid", name, "s3://%s/%s".formatted(TrinoAndSpark.BUCKET, name)));
        queries.rows(HiveDdl.syncPartitions("lake", "grid", name));
        IndexedTable table = new IndexedTable(queries, "lake", "grid", name, Optional.empty());
        if (format == MeterFormat.PARQUET) {
            // objects of Parquet hold too many ids for an automatic one
            table.add("bloom", List.of("vid"));
        }
        table.build();
    }

    private static String location(String folder) {
        return "s3a://%s/%s".formatted(TrinoAndSpark.BUCKET, folder);
    }

    @DataProvider
    public Object[][] tables() {
        return new Object[][] {{"parquet", "meters_parquet"}, {"csv", "meters_csv"}};
    }

    @Test(dataProvider = "tables")
    public void testSameObjectsAreRead(String trinoTable, String sparkTable) throws IOException, SQLException {
        Map<String, String> conditions = Map.of(
                "box",
                Neighbourhood.box(meter.latitude(), meter.longitude(), 5).between(),
                "town",
                "city = " + Sql.literal(meter.town().name()),
                "id",
                "vid = " + meter.vid(),
                "heat wave",
                // without an upper bound, Spark would return NaN as well, which the index knows nothing of
                "temp > %s AND temp < 60".formatted(warm));
        for (Map.Entry<String, String> condition : new TreeMap<>(conditions).entrySet()) {
            String name = condition.getKey();
            String sql = ROWS + condition.getValue();
            Run trino = lake.queries().run(sql.formatted("lake.grid." + trinoTable));
            Run plain = lake.spark().run(false, sql.formatted(sparkTable));
            Run spark = lake.spark().run(true, sql.formatted(sparkTable));
            assertThat(texts(plain)).as("%s, rows of Spark", name).isEqualTo(texts(trino));
            assertThat(texts(spark)).as("%s, rows of Spark with skipping", name).isEqualTo(texts(trino));
            assertThat(objects(plain, trinoTable)).as(name).hasSize(OBJECTS);
            assertThat(objects(trino, trinoTable)).as("%s, by Trino", name).hasSizeBetween(1, OBJECTS - 1);
            assertThat(objects(spark, trinoTable)).as("%s, by Spark", name).isEqualTo(objects(trino, trinoTable));
        }
    }

    @Test(dataProvider = "tables")
    public void testJoin(String trinoTable, String sparkTable) throws IOException, SQLException {
        String sql = "SELECT count(*), sum(CAST(m.sumhc AS decimal(18, 6))) FROM %s m JOIN %s t ON m.city = t.name";
        Run trino = lake.queries().run(sql.formatted("lake.grid." + trinoTable, "hive.grid." + TOWNS));
        Run plain = lake.spark().run(false, sql.formatted(sparkTable, TOWNS));
        Run spark = lake.spark().run(true, sql.formatted(sparkTable, TOWNS));
        assertThat(texts(plain)).isEqualTo(texts(trino));
        assertThat(texts(spark)).isEqualTo(texts(trino));
        assertThat(objects(trino, trinoTable)).hasSizeBetween(1, OBJECTS - 1);
        // Trino asks the index for the towns that the join needs; Spark does not
        assertThat(objects(spark, trinoTable)).containsAll(objects(trino, trinoTable));
    }

    private static List<String> texts(Run run) {
        return run.rows().stream()
                .map(row -> row.stream().map(String::valueOf).collect(Collectors.joining("|")))
                .toList();
    }

    /** Returns the names of the objects of which a run has read bytes. */
    private static Set<String> objects(Run run, String folder) {
        return run.counts().data().under(TrinoAndSpark.BUCKET, folder + "/").entries().stream()
                .filter(LoggedRequest::isRead)
                .map(request -> request.key().substring(folder.length()))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
