// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.yarn;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.committer.AttemptNamingCommitterFactory;
import io.skipping.committer.Temporary;
import io.skipping.committer.data.DataSets;
import io.skipping.committer.data.ManifestReader;
import io.skipping.committer.endpoint.S3Endpoint;
import io.skipping.committer.endpoint.S3Endpoint.Fault;
import io.skipping.committer.endpoint.S3Endpoint.Fault.Kind;
import io.skipping.committer.name.AttemptNames;
import io.skipping.committer.store.HadoopStore;
import io.skipping.committer.store.StoreFiles;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.JobCounter;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitterFactory;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import org.apache.hadoop.mapreduce.v2.MiniMRYarnCluster;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * MapReduce in containers of YARN: tasks whose attempts fail, are killed and have rivals, and application masters that are killed in
 * their commits, whose work the next one goes on with.
 */
@Test(groups = "servers")
public class TestYarnCommitter {
    private static final int ROWS_PER_TASK = 200;

    private final AtomicInteger destinations = new AtomicInteger();
    private java.nio.file.Path folder;
    private MiniDFSCluster hdfs;
    private MiniMRYarnCluster yarn;
    private S3Endpoint endpoint;

    @BeforeClass
    public void start() throws Exception {
        folder = Files.createTempDirectory("committer");
        endpoint = S3Endpoint.start(folder.resolve("store"));
        Configuration configuration = new Configuration();
        configuration.set(
                MiniDFSCluster.HDFS_MINIDFS_BASEDIR, folder.resolve("hdfs").toString());
        hdfs = new MiniDFSCluster.Builder(configuration).numDataNodes(1).build();
        hdfs.waitActive();

        YarnConfiguration cluster = new YarnConfiguration(configuration);
        cluster.set(FileSystem.FS_DEFAULT_NAME_KEY, hdfs.getURI().toString());
        cluster.set(MRJobConfig.MR_AM_STAGING_DIR, "/staging");
        // a full disk of the machine is not what is tested
        cluster.setBoolean(YarnConfiguration.NM_DISK_HEALTH_CHECK_ENABLE, false);
        cluster.setInt(YarnConfiguration.RM_SCHEDULER_MINIMUM_ALLOCATION_MB, 128);
        cluster.setInt(YarnConfiguration.RM_AM_MAX_ATTEMPTS, 3);
        cluster.setInt(YarnConfiguration.RM_NM_HEARTBEAT_INTERVAL_MS, 100);
        // containers run what this process runs
        cluster.set(YarnConfiguration.NM_ENV_WHITELIST, "JAVA_HOME,HADOOP_CONF_DIR");
        yarn = new MiniMRYarnCluster("committer", 1);
        System.setProperty("test.build.data", folder.resolve("yarn").toString());
        yarn.init(cluster);
        yarn.start();
    }

    @AfterClass(alwaysRun = true)
    public void stop() throws Exception {
        FileSystem.closeAll();
        if (yarn != null) {
            yarn.stop();
        }
        if (hdfs != null) {
            hdfs.shutdown();
        }
        if (endpoint != null) {
            endpoint.close();
        }
        Temporary.delete(folder);
    }

    private Path newS3Destination() {
        return new Path("s3a://%s/t%d".formatted(S3Endpoint.BUCKET, destinations.incrementAndGet()));
    }

    private Path newHdfsDestination() {
        return new Path("%s/t%d".formatted(hdfs.getURI(), destinations.incrementAndGet()));
    }

    private Configuration configuration() {
        Configuration configuration = new Configuration(yarn.getConfig());
        endpoint.configuration().forEach(property -> {
            if (property.getKey().startsWith("fs.s3a.")) {
                configuration.set(property.getKey(), property.getValue());
            }
        });
        configuration.set(
                PathOutputCommitterFactory.COMMITTER_FACTORY_CLASS, AttemptNamingCommitterFactory.class.getName());
        configuration.setInt(Job.COMPLETION_POLL_INTERVAL_KEY, 100);
        configuration.setInt(Job.PROGRESS_MONITOR_POLL_INTERVAL_KEY, 100);
        String java = "JAVA_HOME=" + System.getProperty("java.home");
        configuration.set(MRJobConfig.MR_AM_ADMIN_USER_ENV, java);
        configuration.set(MRJobConfig.MAPRED_ADMIN_USER_ENV, java);
        // most of their time such processes start
        String options = "-Xmx256m -XX:TieredStopAtLevel=1 -XX:+UseSerialGC";
        configuration.set(MRJobConfig.MR_AM_COMMAND_OPTS, options);
        configuration.set(MRJobConfig.MAP_JAVA_OPTS, options);
        configuration.setInt(MRJobConfig.MR_AM_TO_RM_HEARTBEAT_INTERVAL_MS, 100);
        // a rival is wanted soon
        configuration.setLong(MRJobConfig.SPECULATIVE_RETRY_AFTER_SPECULATE, 1_000);
        configuration.setLong(MRJobConfig.TASK_PROGRESS_REPORT_INTERVAL, 300);
        configuration.setInt(MRJobConfig.MR_AM_VMEM_MB, 512);
        configuration.setInt(MRJobConfig.MAP_MEMORY_MB, 512);
        configuration.setInt(MRJobConfig.MR_AM_MAX_ATTEMPTS, 3);
        configuration.setInt(MRJobConfig.MAP_MAX_ATTEMPTS, 2);
        configuration.setBoolean(MRJobConfig.MAP_SPECULATIVE, false);
        return configuration;
    }

    /** Appends the rows of as many tasks as there are fates. */
    private Job job(Configuration configuration, Path destination, long firstRow, Fate... fates) throws IOException {
        Path input = new Path("%s/input%d".formatted(hdfs.getURI(), destinations.incrementAndGet()));
        for (int task = 0; task < fates.length; task++) {
            String lines = rows(firstRow + task * ROWS_PER_TASK, ROWS_PER_TASK)
                    .map(row -> "row %d\n".formatted(row))
                    .collect(Collectors.joining());
            try (OutputStream out = hdfs.getFileSystem().create(new Path(input, "%03d.txt".formatted(task)))) {
                out.write(lines.getBytes(UTF_8));
            }
        }
        Fate.set(configuration, fates);
        Job job = Job.getInstance(configuration, "rows");
        job.setMapperClass(RowMapper.class);
        job.setNumReduceTasks(0);
        job.setOutputKeyClass(Text.class);
        job.setOutputValueClass(NullWritable.class);
        job.setOutputFormatClass(AppendingFormat.class);
        FileInputFormat.addInputPath(job, input);
        FileOutputFormat.setOutputPath(job, destination);
        return job;
    }

    /** Hadoop's own refuses destinations that exist. */
    public static class AppendingFormat extends TextOutputFormat<Text, NullWritable> {
        @Override
        public void checkOutputSpecs(JobContext job) {}
    }

    private static java.util.stream.Stream<Long> rows(long first, int count) {
        return LongStream.range(first, first + count).boxed();
    }

    private static List<String> expected(long first, int tasks) {
        return rows(first, tasks * ROWS_PER_TASK).map(row -> "row " + row).toList();
    }

    /** What counts, in no order. */
    private List<String> read(Path destination) throws IOException {
        HadoopStore store = HadoopStore.at(destination, configuration());
        List<Path> counted = new ArrayList<>();
        DataSets dataSets = new DataSets(new StoreFiles(store));
        store.list("", object -> {
            if (AttemptNames.isData(object.path())
                    && dataSets.counts(object.path(), object.size(), object.modifiedMillis())) {
                counted.add(new Path(destination, object.path()));
            }
        });
        List<String> rows = new ArrayList<>();
        for (Path path : counted) {
            try (InputStream in = path.getFileSystem(configuration()).open(path)) {
                rows.addAll(new String(in.readAllBytes(), UTF_8).lines().toList());
            }
        }
        return rows;
    }

    private List<String> allData(Path destination) throws IOException {
        List<String> all = new ArrayList<>();
        HadoopStore.at(destination, configuration()).list("", object -> {
            if (AttemptNames.isData(object.path())) {
                all.add(object.path());
            }
        });
        return all;
    }

    private int jobs(Path destination) throws IOException {
        return ManifestReader.read(new StoreFiles(HadoopStore.at(destination, configuration())), "")
                .jobs()
                .size();
    }

    @DataProvider
    public Object[][] destinations() {
        return new Object[][] {{newS3Destination()}, {newHdfsDestination()}};
    }

    @Test(dataProvider = "destinations")
    public void testTroubledAttempts(Path destination) throws Exception {
        Configuration configuration = configuration();
        configuration.setBoolean(MRJobConfig.MAP_SPECULATIVE, true);
        Job job = job(configuration, destination, 0, Fate.STALLS, Fate.FAILS, Fate.FAILS_LATE, Fate.KILLED, Fate.FINE);
        assertThat(job.waitForCompletion(false)).isTrue();
        assertThat(job.getCounters().findCounter(JobCounter.NUM_FAILED_MAPS).getValue())
                .as("failed attempts")
                .isEqualTo(3);
        // not those killed: the job does not wait until the one that stalls, whose rival was faster, has ended
        assertThat(job.getCounters().findCounter(JobCounter.TOTAL_LAUNCHED_MAPS).getValue())
                .as("attempts: five tasks, three of them twice as they failed, and a rival of the one that stalls")
                .isGreaterThanOrEqualTo(9);
        assertThat(read(destination)).containsExactlyInAnyOrderElementsOf(expected(0, 5));

        Job failing = job(configuration(), destination, 10_000, Fate.FINE, Fate.ALWAYS_FAILS);
        List<String> before = allData(destination);
        assertThat(failing.waitForCompletion(false)).isFalse();
        assertThat(allData(destination)).as("nothing of it is left").containsExactlyInAnyOrderElementsOf(before);
        assertThat(read(destination)).containsExactlyInAnyOrderElementsOf(expected(0, 5));
    }

    @DataProvider
    public Object[][] momentsOfCommit() {
        return new Object[][] {
            {"PUT-IF .*/_SUCCESS", Kind.NOT_DONE},
            {"PUT-IF .*/_SUCCESS", Kind.ANSWER_LOST},
            {"DELETE.*", Kind.NOT_DONE},
            {"DELETE.*", Kind.ANSWER_LOST},
        };
    }

    @Test(dataProvider = "momentsOfCommit")
    public void testKilledMaster(String request, Kind kind) throws Exception {
        Path destination = newS3Destination();
        Job job = job(configuration(), destination, 0, Fate.FINE, Fate.FINE);
        AtomicBoolean isFirst = new AtomicBoolean(true);
        AtomicBoolean isKilled = new AtomicBoolean();
        endpoint.setFaults(each -> each.matches(request) && isFirst.compareAndSet(true, false)
                ? Fault.of(kind).then(() -> {
                    Masters.kill();
                    isKilled.set(true);
                })
                : Fault.NONE);
        try {
            assertThat(job.waitForCompletion(false)).isTrue();
        } finally {
            endpoint.endFaults();
        }
        assertThat(isKilled).as("the first master is killed").isTrue();
        assertThat(read(destination)).containsExactlyInAnyOrderElementsOf(expected(0, 2));
        assertThat(jobs(destination)).isEqualTo(1);
        assertThat(allData(destination)).as("no leftovers").hasSize(2);
    }
}
