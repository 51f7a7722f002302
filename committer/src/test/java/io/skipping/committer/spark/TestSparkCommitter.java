// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.lit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.skipping.committer.AttemptNamingCommitterFactory;
import io.skipping.committer.ManifestPathFilter;
import io.skipping.committer.Temporary;
import io.skipping.committer.codec.MemberGzipCodec;
import io.skipping.committer.data.DataSet;
import io.skipping.committer.data.DataSets;
import io.skipping.committer.data.ManifestReader;
import io.skipping.committer.endpoint.S3Endpoint;
import io.skipping.committer.mapred.AttemptNamingMapredCommitter;
import io.skipping.committer.name.AttemptNames;
import io.skipping.committer.option.CommitterOptions;
import io.skipping.committer.store.HadoopStore;
import io.skipping.committer.store.StoreFiles;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.apache.commons.lang3.StringUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.compress.GzipCodec;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.lib.MultipleTextOutputFormat;
import org.apache.hadoop.mapreduce.OutputFormat;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitterFactory;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.MapPartitionsFunction;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.streaming.StreamingQuery;
import org.apache.spark.sql.streaming.Trigger;
import org.testng.ITestContext;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;
import scala.Tuple2;

/** Runs real jobs of Spark, against an S3 endpoint that counts what it is asked. */
@Test(groups = "servers")
public class TestSparkCommitter {
    /** What is run with each release of Spark that is said to work, and not with the one alone that this is compiled with. */
    private static final String EACH_SPARK = "each-spark";

    private static final AtomicInteger DESTINATIONS = new AtomicInteger();

    private java.nio.file.Path folder;
    private S3Endpoint endpoint;
    private Configuration configuration;
    private SparkSession spark;
    private Path destination;

    @BeforeClass(alwaysRun = true)
    public void start() throws Exception {
        folder = Files.createTempDirectory("committer");
        endpoint = S3Endpoint.start(folder);
        configuration = endpoint.configuration();
        SparkSession.Builder builder = SparkSession.builder()
                // a task that fails is done again
                .master("local[2,3]")
                .appName("committer")
                .config("spark.ui.enabled", "false")
                .config("spark.driver.bindAddress", "127.0.0.1")
                .config("spark.driver.host", "127.0.0.1")
                .config("spark.sql.shuffle.partitions", "2")
                // to compile code takes longer than to run these jobs, and commits nothing else
                .config("spark.sql.codegen.wholeStage", "false")
                .config("spark.sql.codegen.factoryMode", "NO_CODEGEN")
                .config("spark.sql.warehouse.dir", "s3a://%s/warehouse".formatted(S3Endpoint.BUCKET))
                .config("spark.sql.sources.commitProtocolClass", AttemptNamingCommitProtocol.class.getName())
                .config("spark.plugins", CommitterPlugin.class.getName())
                .config("spark.hadoop.mapred.output.committer.class", AttemptNamingMapredCommitter.class.getName())
                .config("spark.hadoop.mapreduce.input.pathFilter.class", ManifestPathFilter.class.getName())
                .config("spark.hadoop.fs.s3a.performance.flags", "create");
        endpoint.configuration().forEach(property -> {
            if (property.getKey().startsWith("fs.s3a.")) {
                builder.config("spark.hadoop." + property.getKey(), property.getValue());
            }
        });
        spark = builder.getOrCreate();
        assertThat(spark.version()).isEqualTo(System.getProperty("test.spark.version", spark.version()));
        spark.sparkContext().setLogLevel("OFF");
    }

    @AfterClass(alwaysRun = true)
    public void stop() throws Exception {
        if (spark != null) {
            spark.stop();
        }
        FileSystem.closeAll();
        if (endpoint != null) {
            endpoint.close();
        }
        Temporary.delete(folder);
    }

    @BeforeMethod(alwaysRun = true)
    public void newDestination() {
        destination = new Path("s3a://%s/t%d".formatted(S3Endpoint.BUCKET, DESTINATIONS.incrementAndGet()));
    }

    private HadoopStore store() throws IOException {
        return HadoopStore.at(destination, configuration);
    }

    private Set<String> dataSet() throws IOException {
        HadoopStore store = store();
        DataSets dataSets = new DataSets(new StoreFiles(store));
        Set<String> counted = new TreeSet<>();
        store.list("", object -> {
            if (dataSets.counts(object.path(), object.size(), object.modifiedMillis())) {
                counted.add(object.path());
            }
        });
        return counted;
    }

    private Set<String> visible() throws IOException {
        Set<String> found = new TreeSet<>();
        store().list("", object -> {
            if (AttemptNames.isData(object.path())) {
                found.add(object.path());
            }
        });
        return found;
    }

    private Dataset<Row> rows(long from, long to, int partitions) {
        return spark.range(from, to, 1, partitions).withColumn("day", col("id").mod(lit(2)));
    }

    private void putObject(String path) throws IOException {
        Path file = new Path(destination, path);
        try (OutputStream out = file.getFileSystem(configuration).create(file)) {
            out.write("not of any format".getBytes(StandardCharsets.UTF_8));
        }
    }

    @DataProvider
    public static Object[][] formats() {
        return new Object[][] {{"parquet"}, {"orc"}, {"csv"}, {"json"}};
    }

    @Test(dataProvider = "formats", groups = EACH_SPARK)
    public void testFormats(String format) throws IOException {
        rows(0, 100, 3).write().format(format).save(destination.toString());
        assertThat(dataSet())
                .hasSize(3)
                .allMatch(path -> AttemptNames.attemptOfPath(path).isPresent());
        assertThat(visible()).isEqualTo(dataSet());
        // of an attempt that no manifest counts
        putObject(dataSet().iterator().next().replaceFirst("\\.m00000\\.[0-9]+", ".m00000.999999"));
        assertThat(spark.read()
                        .schema("id long, day long")
                        .format(format)
                        .load(destination.toString())
                        .count())
                .as("Spark as a manifest reader")
                .isEqualTo(100);
    }

    @Test(groups = EACH_SPARK)
    public void testModes() throws IOException {
        rows(0, 10, 2).write().parquet(destination.toString());
        assertThatThrownBy(() -> rows(0, 10, 2).write().parquet(destination.toString()))
                .hasMessageContaining("exists");
        rows(0, 10, 2).write().mode(SaveMode.Ignore).parquet(destination.toString());
        assertThat(count()).isEqualTo(10);
        rows(10, 30, 2).write().mode(SaveMode.Append).parquet(destination.toString());
        assertThat(count()).isEqualTo(30);
        putObject("ordinary.parquet");
        rows(30, 35, 2).write().mode(SaveMode.Overwrite).parquet(destination.toString());
        assertThat(count()).isEqualTo(5);
        assertThat(visible())
                .as("what was replaced is deleted")
                .isEqualTo(dataSet())
                .hasSize(2);
        assertThat(ManifestReader.read(new StoreFiles(store()), "").generation())
                .isEqualTo(3);
    }

    /** A job that failed does not wait for those of its tasks that still run, each of which deletes what it wrote. */
    private void awaitVisible(Set<String> expected) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (!visible().equals(expected) && System.nanoTime() < deadline) {
            Thread.sleep(50);
        }
        assertThat(visible()).as("nothing of the failed job is left").isEqualTo(expected);
    }

    private long count() {
        return spark.read().parquet(destination.toString()).count();
    }

    @Test
    public void testFailedOverwriteLosesNothing() throws IOException, InterruptedException {
        rows(0, 10, 2).write().parquet(destination.toString());
        Set<String> before = dataSet();
        FAILED.clear();
        assertThatThrownBy(() -> failing(Integer.MAX_VALUE)
                        .write()
                        .mode(SaveMode.Overwrite)
                        .parquet(destination.toString()))
                .hasStackTraceContaining("the task fails, by a test");
        assertThat(FAILED).as("tasks that wrote, and failed").hasSizeGreaterThanOrEqualTo(3);
        assertThat(dataSet()).isEqualTo(before);
        awaitVisible(before);
        assertThat(count()).isEqualTo(10);
    }

    private static final Set<Long> FAILED = ConcurrentHashMap.newKeySet();

    /** Rows from tasks that fail in mid-write, as often as asked. */
    private Dataset<Long> failing(int attempts) {
        return spark.range(0, 1_000, 1, 2).mapPartitions(new FailingRows(attempts), Encoders.LONG());
    }

    private record FailingRows(int attempts) implements MapPartitionsFunction<Long, Long> {
        @Override
        public Iterator<Long> call(Iterator<Long> rows) {
            TaskContext task = TaskContext.get();
            return new Iterator<>() {
                private int count;

                @Override
                public boolean hasNext() {
                    return rows.hasNext();
                }

                @Override
                public Long next() {
                    if (count++ == 400 && task.attemptNumber() < attempts) {
                        FAILED.add(task.taskAttemptId());
                        throw new IllegalStateException("the task fails, by a test");
                    }
                    return rows.next();
                }
            };
        }
    }

    @Test(groups = EACH_SPARK)
    public void testFailingAttempts() throws IOException {
        FAILED.clear();
        failing(1).write().option("maxRecordsPerFile", 150).parquet(destination.toString());
        assertThat(FAILED).hasSize(2);
        assertThat(count()).isEqualTo(1_000);
        assertThat(dataSet()).as("files of 150 rows").hasSize(8);
        assertThat(visible()).as("failed attempts leave nothing").isEqualTo(dataSet());
    }

    @Test(groups = EACH_SPARK)
    public void testPartitions() throws IOException {
        rows(0, 10, 2).write().partitionBy("day").parquet(destination.toString());
        assertThat(dataSet()).hasSize(4).allMatch(path -> path.matches("day=[01]/part-0000[01]-attempt\\..*"));
        assertThat(count()).isEqualTo(10);
        spark.conf().set("spark.sql.sources.partitionOverwriteMode", "dynamic");
        try {
            spark.range(100, 103, 1, 1)
                    .withColumn("day", lit(1L))
                    .write()
                    .mode(SaveMode.Overwrite)
                    .partitionBy("day")
                    .parquet(destination.toString());
        } finally {
            spark.conf().unset("spark.sql.sources.partitionOverwriteMode");
        }
        assertThat(count()).isEqualTo(5 + 3);
        assertThat(spark.read().parquet(destination.toString()).where("day = 1").count())
                .isEqualTo(3);
        assertThat(visible()).isEqualTo(dataSet()).hasSize(3);
    }

    @Test(groups = EACH_SPARK)
    public void testSaveAsTableWithBuckets() {
        rows(0, 20, 2)
                .write()
                .bucketBy(2, "id")
                .sortBy("id")
                .partitionBy("day")
                .mode(SaveMode.Overwrite)
                .saveAsTable("bucketed");
        assertThat(spark.table("bucketed").count()).isEqualTo(20);
        Dataset<Row> joined =
                spark.table("bucketed").as("a").join(spark.table("bucketed").as("b"), "id");
        assertThat(joined.count()).isEqualTo(20);
        spark.sql("INSERT OVERWRITE bucketed PARTITION (day = 1) SELECT id FROM range(7)");
        assertThat(spark.table("bucketed").where("day = 1").count()).isEqualTo(7);
        assertThat(spark.table("bucketed").count()).isEqualTo(17);
        spark.sql("INSERT INTO bucketed VALUES (1000, 5)");
        assertThat(spark.table("bucketed").count()).isEqualTo(18);
    }

    /** A partition with a location of its own has a manifest of its own. */
    @Test(groups = EACH_SPARK)
    public void testPartitionElsewhere() {
        String elsewhere = "s3a://%s/elsewhere".formatted(S3Endpoint.BUCKET);
        spark.sql("CREATE TABLE located (id BIGINT, day INT) USING parquet PARTITIONED BY (day)");
        spark.sql("ALTER TABLE located ADD PARTITION (day = 1) LOCATION '%s'".formatted(elsewhere));
        spark.sql("INSERT INTO located PARTITION (day = 1) SELECT id FROM range(5)");
        spark.sql("INSERT INTO located PARTITION (day = 2) SELECT id FROM range(6)");
        assertThat(spark.table("located").count()).isEqualTo(11);
        spark.sql("INSERT OVERWRITE located PARTITION (day = 1) SELECT id FROM range(3)");
        assertThat(spark.table("located").where("day = 1").count()).isEqualTo(3);
        assertThat(spark.table("located").count()).isEqualTo(9);
        assertThat(spark.read().parquet(elsewhere).count()).isEqualTo(3);
    }

    /** Checks that a task that writes several partitions to one folder does not write one name twice. */
    @Test(groups = EACH_SPARK)
    public void testPartitionsThatShareALocation() {
        String shared = destination + "/shared";
        spark.sql("CREATE TABLE sharing (id BIGINT, day INT) USING parquet PARTITIONED BY (day) LOCATION '%s'"
                .formatted(destination));
        for (int day = 0; day < 2; day++) {
            spark.sql("ALTER TABLE sharing ADD PARTITION (day = %d) LOCATION '%s'".formatted(day, shared));
        }
        // the folder of another partition
        spark.sql("ALTER TABLE sharing ADD PARTITION (day = 2) LOCATION '%s/day=3'".formatted(destination));
        spark.sql("INSERT INTO sharing SELECT id, id % 4 FROM range(0, 40, 1, 1)");
        assertThat(spark.read().parquet(shared).count())
                .as("rows of both partitions")
                .isEqualTo(20);
        assertThat(spark.read().parquet(destination + "/day=3").count())
                .as("rows of a partition in its own folder, and of one that is located there")
                .isEqualTo(20);
    }

    /** Partitions may have locations in the folder of the table, and in one another. */
    @Test(groups = EACH_SPARK)
    public void testPartitionsElsewhereInTheTable() throws IOException {
        spark.sql("CREATE TABLE around (id BIGINT, day INT) USING parquet PARTITIONED BY (day) LOCATION '%s'"
                .formatted(destination));
        spark.sql("ALTER TABLE around ADD PARTITION (day = 1) LOCATION '%s/2024'".formatted(destination));
        spark.sql("ALTER TABLE around ADD PARTITION (day = 2) LOCATION '%s/2024/01'".formatted(destination));
        spark.conf().set(CommitterOptions.VERIFY, "true");
        try {
            spark.sql("INSERT INTO around SELECT id, id % 4 FROM range(40)");
            spark.sql("INSERT INTO around SELECT id, id % 4 FROM range(4)");
        } finally {
            spark.conf().unset(CommitterOptions.VERIFY);
        }
        assertThat(countsByDay("around")).as("appended").containsExactly(11L, 11L, 11L, 11L);
        spark.sql("INSERT OVERWRITE around SELECT id, id % 4 FROM range(20)");
        assertThat(countsByDay("around")).as("overwritten").containsExactly(5L, 5L, 5L, 5L);
        assertThat(visible()).isEqualTo(dataSet());
        spark.conf().set("spark.sql.sources.partitionOverwriteMode", "dynamic");
        try {
            spark.sql("INSERT OVERWRITE around SELECT id, id % 3 FROM range(9)");
        } finally {
            spark.conf().unset("spark.sql.sources.partitionOverwriteMode");
        }
        assertThat(countsByDay("around"))
                .as("all days but the last are overwritten")
                .containsExactly(3L, 3L, 3L, 5L);
        assertThat(visible()).isEqualTo(dataSet());
    }

    /** The names of its objects have a folder in them, in a partition that is in the folder of the table. */
    @Test
    public void testBaseNameWithAFolder() throws IOException {
        spark.sql("CREATE TABLE deeper (id BIGINT, day INT) USING parquet PARTITIONED BY (day) LOCATION '%s'"
                .formatted(destination));
        spark.sql("ALTER TABLE deeper ADD PARTITION (day = 1) LOCATION '%s/2024'".formatted(destination));
        spark.conf().set("mapreduce.output.basename", "x/part");
        spark.conf().set(CommitterOptions.VERIFY, "true");
        Set<String> before;
        try {
            spark.sql("INSERT INTO deeper PARTITION (day = 1) SELECT id FROM range(5)");
            assertThat(visible())
                    .as("what was committed is still there")
                    .isEqualTo(dataSet())
                    .isNotEmpty()
                    .allMatch(path -> path.startsWith("2024/x/part-"));
            before = visible();
            spark.sql("INSERT OVERWRITE deeper SELECT id, 1 FROM range(3)");
        } finally {
            spark.conf().unset(CommitterOptions.VERIFY);
            spark.conf().unset("mapreduce.output.basename");
        }
        assertThat(visible())
                .as("overwritten")
                .isEqualTo(dataSet())
                .isNotEmpty()
                .doesNotContainAnyElementsOf(before);
    }

    @Test
    public void testDynamicOverwriteByABaseNameWithAFolder() throws IOException {
        rows(0, 10, 2).write().partitionBy("day").parquet(destination.toString());
        spark.conf().set("spark.sql.sources.partitionOverwriteMode", "dynamic");
        spark.conf().set("mapreduce.output.basename", "x/y/part");
        try {
            rows(0, 10, 1)
                    .where("day = 1")
                    .write()
                    .mode(SaveMode.Overwrite)
                    .partitionBy("day")
                    .parquet(destination.toString());
        } finally {
            spark.conf().unset("mapreduce.output.basename");
            spark.conf().unset("spark.sql.sources.partitionOverwriteMode");
        }
        assertThat(visible()).isEqualTo(dataSet());
        assertThat(visible().stream().filter(path -> path.startsWith("day=1/")))
                .as("nothing of the partition stays, under whatever name")
                .isNotEmpty()
                .allMatch(path -> path.startsWith("day=1/x/y/part-"));
        assertThat(visible()).anyMatch(path -> path.startsWith("day=0/"));
    }

    @DataProvider
    public static Object[][] spellings() {
        return new Object[][] {{"Day", "s3a"}, {"day", "s3"}};
    }

    /**
     * A partition is in the destination, but not under the name that Spark would give it: by the case of its column, or
     * by the scheme. What a job wrote before the partition had this location is in the manifest of the destination.
     */
    @Test(dataProvider = "spellings")
    public void testDynamicOverwriteOfAPartitionThatIsSpelledDifferently(String column, String scheme)
            throws IOException {
        rows(0, 10, 2)
                .withColumnRenamed("day", column)
                .write()
                .partitionBy(column)
                .parquet(destination.toString());
        String table = "spelled_" + scheme;
        spark.conf().set("fs.s3.impl", "org.apache.hadoop.fs.s3a.S3AFileSystem");
        spark.conf().set("spark.sql.sources.partitionOverwriteMode", "dynamic");
        try {
            spark.sql("CREATE TABLE %s (id BIGINT, day INT) USING parquet PARTITIONED BY (day) LOCATION '%s'"
                    .formatted(table, destination));
            for (int day = 0; day < 2; day++) {
                spark.sql("ALTER TABLE %s ADD PARTITION (day = %d)".formatted(table, day));
                spark.sql("ALTER TABLE %s PARTITION (day = %d) SET LOCATION '%s/%s=%d'"
                        .formatted(table, day, destination.toString().replaceFirst("s3a", scheme), column, day));
            }
            spark.sql("INSERT OVERWRITE %s SELECT id, 1 FROM range(3)".formatted(table));
            assertThat(countsByDay(table)).containsExactly(5L, 3L, 0L, 0L);
        } finally {
            spark.conf().unset("spark.sql.sources.partitionOverwriteMode");
            spark.conf().unset("fs.s3.impl");
        }
        assertThat(visible()).as("what was replaced is deleted").isEqualTo(dataSet());
        assertThat(spark.read().parquet(destination.toString()).count())
                .as("a reader of the folder")
                .isEqualTo(5 + 3);
    }

    /** The replaced objects are still there. */
    @Test
    public void testOverwriteOfPartitionsElsewhereThatVacuumWillDelete() {
        spark.sql("CREATE TABLE kept (id BIGINT, day INT) USING parquet PARTITIONED BY (day) LOCATION '%s'"
                .formatted(destination));
        spark.sql("ALTER TABLE kept ADD PARTITION (day = 1) LOCATION '%s/2024'".formatted(destination));
        spark.sql("INSERT INTO kept SELECT id, id % 4 FROM range(40)");
        spark.conf().set(CommitterOptions.OVERWRITE_DELETE, "vacuum");
        try {
            spark.sql("INSERT OVERWRITE kept SELECT id, id % 4 FROM range(20)");
        } finally {
            spark.conf().unset(CommitterOptions.OVERWRITE_DELETE);
        }
        assertThat(countsByDay("kept")).containsExactly(5L, 5L, 5L, 5L);
    }

    private List<Long> countsByDay(String table) {
        return LongStream.range(0, 4)
                .mapToObj(day ->
                        spark.table(table).where("day = %d".formatted(day)).count())
                .toList();
    }

    @Test
    public void testConcurrentAppends() throws Exception {
        int jobs = 4;
        List<Callable<Void>> appends = new ArrayList<>();
        for (int i = 0; i < jobs; i++) {
            long from = i * 10L;
            appends.add(() -> {
                rows(from, from + 10, 1).write().mode(SaveMode.Append).parquet(destination.toString());
                return null;
            });
        }
        ExecutorService threads = Executors.newFixedThreadPool(jobs);
        try {
            for (Future<Void> append : threads.invokeAll(appends)) {
                append.get();
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(count()).isEqualTo(10 * jobs);
        assertThat(dataSet()).hasSize(jobs);
    }

    @Test
    public void testVerified() throws IOException {
        rows(0, 10, 2).write().option(CommitterOptions.VERIFY, "true").parquet(destination.toString());
        DataSet dataSet = ManifestReader.read(new StoreFiles(store()), "");
        dataSet.forEachObject(object -> {
            assertThat(object.size()).isPresent();
            assertThat(object.etag()).isPresent();
        });
        assertThat(dataSet.jobs().get(0).bytes()).isPositive();
    }

    @Test(groups = EACH_SPARK)
    public void testText() throws IOException {
        spark.range(10).repartition(2).javaRDD().map(String::valueOf).saveAsTextFile(destination.toString());
        assertThat(dataSet()).hasSize(2).allMatch(path -> path.matches("part-0000[01]-attempt\\..*\\.m0000[01]\\.0"));
        assertThat(visible()).isEqualTo(dataSet());
        assertThat(spark.read().textFile(destination.toString()).count()).isEqualTo(10);
        assertThat(spark.sparkContext().textFile(destination.toString(), 2).count())
                .isEqualTo(10);
    }

    @Test(groups = EACH_SPARK)
    public void testGzipOfManyMembers() throws IOException {
        spark.range(100_000)
                .repartition(2)
                .write()
                .option("compression", MemberGzipCodec.class.getName())
                .csv(destination.toString());
        Path ofRdd = new Path(destination + "-rdd");
        spark.range(100_000)
                .repartition(2)
                .javaRDD()
                .map(String::valueOf)
                .saveAsTextFile(ofRdd.toString(), MemberGzipCodec.class);
        for (Path written : List.of(destination, ofRdd)) {
            assertThat(spark.read().textFile(written.toString()).distinct().count())
                    .isEqualTo(100_000);
            FileSystem fileSystem = written.getFileSystem(configuration);
            for (FileStatus object :
                    fileSystem.listStatus(written, path -> path.getName().endsWith(".gz"))) {
                byte[] bytes = new byte[(int) object.getLen()];
                try (FSDataInputStream in = fileSystem.open(object.getPath())) {
                    in.readFully(bytes);
                }
                // 289 kB of text in each, and the bytes of a header are hardly ever text
                assertThat(StringUtils.countMatches(
                                new String(bytes, StandardCharsets.ISO_8859_1), "\u001f\u008b\b\0\0\0\0\0\0\u00ff"))
                        .as("members of %s", object.getPath())
                        .isEqualTo(5);
            }
        }
    }

    @Test(groups = EACH_SPARK)
    public void testTextOfFailingAttempts() throws IOException, InterruptedException {
        FAILED.clear();
        failing(1).javaRDD().map(String::valueOf).saveAsTextFile(destination.toString());
        assertThat(FAILED).hasSize(2);
        assertThat(spark.read().textFile(destination.toString()).count()).isEqualTo(1_000);
        assertThat(visible())
                .as("failed attempts leave nothing")
                .isEqualTo(dataSet())
                .hasSize(2);

        Path failed = new Path(destination + "-failed");
        assertThatThrownBy(() -> failing(Integer.MAX_VALUE).javaRDD().saveAsTextFile(failed.toString()))
                .hasStackTraceContaining("the task fails, by a test");
        destination = failed;
        awaitVisible(Set.of());
    }

    @DataProvider
    public static Object[][] counts(ITestContext context) {
        // what is linear in one release is so in all
        return List.of(context.getIncludedGroups()).contains(EACH_SPARK)
                ? new Object[][] {{1}, {10}}
                : new Object[][] {{1}, {10}, {100}};
    }

    /** The requests are those to a new destination, Spark's own questions included. */
    @Test(dataProvider = "counts", groups = EACH_SPARK)
    public void testRequests(int tasks) throws IOException {
        rows(0, 1000, tasks).write().parquet(destination + "-before");
        endpoint.forget();
        rows(0, 1000, tasks).write().parquet(destination.toString());
        List<String> requests = endpoint.requests();
        assertThat(requests.stream().filter(request -> request.startsWith("PUT ")))
                .as("data")
                .hasSize(tasks);
        assertThat(requests.stream().filter(request -> request.startsWith("PUT-IF ")))
                .as("manifest")
                .hasSize(1);
        assertThat(requests).as("requests").hasSizeLessThanOrEqualTo(4 + 2 * tasks);
        assertThat(requests.stream().map(request -> request.substring(0, request.indexOf(' '))))
                .as("Spark asks whether the destination exists, and for the size of each object")
                .containsOnly("PUT", "PUT-IF", "HEAD", "LIST");
        assertThat(requests.stream().filter(request -> request.startsWith("LIST")))
                .hasSizeLessThanOrEqualTo(1);
        assertThat(requests).hasSize(2 * tasks + 3);
    }

    /** The requests are those of Hadoop's old API: of N + 5 four are Spark's own. */
    @Test(dataProvider = "counts", groups = EACH_SPARK)
    public void testRequestsOfText(int tasks) {
        spark.range(0, 1000, 1, tasks).javaRDD().map(String::valueOf).saveAsTextFile(destination + "-before");
        endpoint.forget();
        spark.range(0, 1000, 1, tasks).javaRDD().map(String::valueOf).saveAsTextFile(destination.toString());
        List<String> requests = endpoint.requests();
        assertThat(requests.stream().filter(request -> request.startsWith("PUT ")))
                .as("data")
                .hasSize(tasks);
        assertThat(requests.stream().filter(request -> request.startsWith("PUT-IF ")))
                .as("manifest")
                .hasSize(1);
        assertThat(requests).hasSize(5 + tasks);
    }

    /** The driver uses the new API, with configurations that it shares with its tasks and with one that it does not. */
    @Test
    public void testNewApi() throws IOException {
        Configuration plain = new Configuration(spark.sparkContext().hadoopConfiguration());
        plain.set(PathOutputCommitterFactory.COMMITTER_FACTORY_CLASS, AttemptNamingCommitterFactory.class.getName());
        for (Configuration each : List.of(plain, new JobConf(plain))) {
            newDestination();
            each.set("mapreduce.output.fileoutputformat.outputdir", destination.toString());
            each.setClass("mapreduce.job.outputformat.class", TextOutputFormat.class, OutputFormat.class);
            each.setClass("mapreduce.job.output.key.class", Text.class, Object.class);
            each.setClass("mapreduce.job.output.value.class", Text.class, Object.class);
            spark.range(0, 10, 1, 2)
                    .javaRDD()
                    .mapToPair(number -> new Tuple2<>(new Text("key"), new Text(String.valueOf(number))))
                    .saveAsNewAPIHadoopDataset(each);
            assertThat(dataSet()).hasSize(2).allMatch(path -> path.startsWith("part-attempt."));
            assertThat(spark.read().textFile(destination.toString()).count()).isEqualTo(10);
        }
    }

    /**
     * Checks that Spark's own commit protocol does not write data frames by this committer: it renames some objects
     * after the commit, and some releases name objects so that attempts share them.
     */
    @Test(dataProvider = "sourceVersions", groups = EACH_SPARK)
    public void testDataFramesThroughHadoopsCommitters(String firstVersion) throws IOException {
        Map<String, String> settings = Map.of(
                "spark.sql.sources.commitProtocolClass",
                "org.apache.spark.sql.execution.datasources.SQLHadoopMapReduceCommitProtocol",
                PathOutputCommitterFactory.COMMITTER_FACTORY_CLASS,
                AttemptNamingCommitterFactory.class.getName(),
                "spark.sql.sources.useV1SourceList",
                firstVersion);
        String protocol = spark.conf().get("spark.sql.sources.commitProtocolClass");
        settings.forEach((key, value) -> spark.conf().set(key, value));
        try {
            for (Map<String, String> options :
                    List.of(Map.<String, String>of(), Map.of(CommitterOptions.JOB_ID, "mine"))) {
                assertThatThrownBy(() -> rows(0, 10, 1)
                                .write()
                                .mode(SaveMode.Append)
                                .options(options)
                                .csv(destination.toString()))
                        .hasStackTraceContaining(
                                "Set spark.sql.sources.commitProtocolClass=io.skipping.committer.spark.AttemptNamingCommitProtocol");
            }
        } finally {
            settings.keySet().forEach(key -> spark.conf().unset(key));
            spark.conf().set("spark.sql.sources.commitProtocolClass", protocol);
        }
        assertThat(visible()).isEmpty();
    }

    /** Lists the formats that Spark writes by the first version of its data sources: CSV and others, or none. */
    @DataProvider
    public static Object[][] sourceVersions() {
        return new Object[][] {{"csv,json,parquet"}, {""}};
    }

    @Test
    public void testBaseNameThatReadersWouldNotRecognise() throws IOException {
        assertThatThrownBy(() -> rows(0, 1, 1)
                        .write()
                        .option("mapreduce.output.basename", "year=2020")
                        .parquet(destination.toString()))
                .hasStackTraceContaining("'year=2020' can't be the base name of output");
        assertThat(visible()).isEmpty();
    }

    /** Spark numbers the batches of a query, so two queries would overwrite each other's objects. */
    @Test
    public void testStreamingFileSinkIsRefused() throws Exception {
        Path input = new Path(folder.resolve("streamed").toUri());
        rows(0, 3, 1).write().parquet(input.toString());
        String protocol = "spark.sql.streaming.commitProtocolClass";
        spark.conf().set(protocol, AttemptNamingCommitProtocol.class.getName());
        try {
            StreamingQuery query = spark.readStream()
                    .schema("id BIGINT, day BIGINT")
                    .parquet(input.toString())
                    .writeStream()
                    .format("parquet")
                    .option("checkpointLocation", folder.resolve("checkpoint").toString())
                    .option("path", destination.toString())
                    .trigger(Trigger.AvailableNow())
                    .start();
            assertThatThrownBy(query::awaitTermination)
                    .hasStackTraceContaining("Job id '0' can't be used to write to " + destination)
                    .hasStackTraceContaining("Unset spark.sql.streaming.commitProtocolClass");
        } finally {
            spark.conf().unset(protocol);
        }
        assertThat(visible()).isEmpty();
    }

    @DataProvider
    public static Object[][] basesThatCantCount() {
        return new Object[][] {
            {"../x/part", "leads out of the destination"},
            {"_bad/part", "readers ignore folders of"},
            {"x//part", "choose 'x/part'"},
            {"y/../x/part", "choose 'x/part'"}
        };
    }

    /** The manifest would list objects by paths under which no listing has them. */
    @Test(dataProvider = "basesThatCantCount")
    public void testBaseNameThatCantCount(String base, String reason) throws IOException {
        assertThatThrownBy(() -> rows(0, 1, 1)
                        .write()
                        .option("mapreduce.output.basename", base)
                        .parquet(destination.toString()))
                .hasStackTraceContaining("'%s' can't be the base name of output".formatted(base))
                .hasStackTraceContaining(reason);
        assertThat(visible()).isEmpty();
    }

    @Test
    public void testHiveStagingIsRefused() throws IOException {
        Path parent = destination;
        for (String name : List.of(".hive-staging_hive_2026/-ext-10000", "_hidden")) {
            assertThatThrownBy(() -> rows(0, 1, 1).write().parquet(parent + "/" + name))
                    .hasStackTraceContaining("unset spark.sql.sources.commitProtocolClass");
        }
        assertThat(visible()).isEmpty();
        destination = new Path(parent, ".hidden/t");
        rows(0, 1, 1).write().parquet(destination.toString());
        assertThat(dataSet())
                .as("what the table's own folder is in does not matter")
                .hasSize(1);
    }

    @Test
    public void testCompressedText() throws IOException {
        spark.range(0, 10, 1, 2).javaRDD().map(String::valueOf).saveAsTextFile(destination.toString(), GzipCodec.class);
        assertThat(dataSet()).hasSize(2).allMatch(path -> path.endsWith(".gz"));
        assertThat(spark.read().textFile(destination.toString()).count()).isEqualTo(10);
    }

    /** Of its objects only a listing tells the names. */
    @Test
    public void testFormatOfTheUser() throws IOException {
        spark.range(0, 10, 1, 2)
                .javaRDD()
                .mapToPair(number -> new Tuple2<>(new Text("key"), new Text(String.valueOf(number))))
                .saveAsHadoopFile(destination.toString(), Text.class, Text.class, ByKeyFormat.class);
        assertThat(dataSet()).hasSize(2).allMatch(path -> path.startsWith("key/part-0000"));
        assertThat(visible()).isEqualTo(dataSet());
    }

    /** Makes names of its own. */
    public static class ByKeyFormat extends MultipleTextOutputFormat<Text, Text> {
        @Override
        protected String generateFileNameForKeyValue(Text key, Text value, String name) {
            return key + "/" + name;
        }
    }
}
