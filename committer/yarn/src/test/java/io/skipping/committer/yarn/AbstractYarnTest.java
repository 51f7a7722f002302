// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.yarn;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.skipping.committer.AttemptNamingCommitterFactory;
import io.skipping.committer.Temporary;
import io.skipping.committer.data.DataSets;
import io.skipping.committer.data.ManifestReader;
import io.skipping.committer.endpoint.LocalHdfs;
import io.skipping.committer.endpoint.S3Endpoint;
import io.skipping.committer.name.AttemptNames;
import io.skipping.committer.store.HadoopStore;
import io.skipping.committer.store.StoreFiles;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
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
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.lib.input.FileInputFormat;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitterFactory;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import org.apache.hadoop.mapreduce.v2.MiniMRYarnCluster;
import org.apache.hadoop.yarn.conf.YarnConfiguration;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;

/** A cluster of YARN, HDFS and an S3 endpoint for the tests of one class, and jobs of MapReduce in its containers. */
@Test(groups = "servers")
abstract class AbstractYarnTest {
    private static final int ROWS_PER_TASK = 200;

    private final AtomicInteger destinations = new AtomicInteger();
    private java.nio.file.Path folder;
    private MiniDFSCluster hdfs;
    private MiniMRYarnCluster yarn;

    S3Endpoint endpoint;

    @BeforeClass
    public final void start() throws Exception {
        folder = Files.createTempDirectory("committer");
        endpoint = S3Endpoint.start(folder.resolve("store"));
        hdfs = LocalHdfs.start(folder.resolve("hdfs"));

        YarnConfiguration cluster = new YarnConfiguration(LocalHdfs.configuration());
        cluster.set(FileSystem.FS_DEFAULT_NAME_KEY, hdfs.getURI().toString());
        cluster.set(MRJobConfig.MR_AM_STAGING_DIR, "/staging");
        // a full disk of the machine is not what is tested
        cluster.setBoolean(YarnConfiguration.NM_DISK_HEALTH_CHECK_ENABLE, false);
        cluster.setInt(YarnConfiguration.RM_SCHEDULER_MINIMUM_ALLOCATION_MB, 128);
        cluster.setInt(YarnConfiguration.RM_AM_MAX_ATTEMPTS, 3);
        cluster.setInt(YarnConfiguration.RM_NM_HEARTBEAT_INTERVAL_MS, 100);
        // containers run what this process runs
        cluster.set(YarnConfiguration.NM_ENV_WHITELIST, "JAVA_HOME,HADOOP_CONF_DIR");
        // it keeps its files in a folder of this name, and other processes of tests have theirs beside it
        yarn = new MiniMRYarnCluster(getClass().getSimpleName(), 1);
        System.setProperty("test.build.data", folder.resolve("yarn").toString());
        yarn.init(cluster);
        yarn.start();
    }

    @AfterClass(alwaysRun = true)
    public final void stop() throws Exception {
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

    final Path newS3Destination() {
        return new Path("s3a://%s/t%d".formatted(S3Endpoint.BUCKET, destinations.incrementAndGet()));
    }

    final Path newHdfsDestination() {
        return new Path("%s/t%d".formatted(hdfs.getURI(), destinations.incrementAndGet()));
    }

    final Configuration configuration() {
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
    final Job job(Configuration configuration, Path destination, long firstRow, Fate... fates) throws IOException {
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

    /** Accepts destinations that exist, which Hadoop's own format refuses. */
    public static class AppendingFormat extends TextOutputFormat<Text, NullWritable> {
        @Override
        public void checkOutputSpecs(JobContext job) {}
    }

    private static java.util.stream.Stream<Long> rows(long first, int count) {
        return LongStream.range(first, first + count).boxed();
    }

    static List<String> expected(long first, int tasks) {
        return rows(first, tasks * ROWS_PER_TASK).map(row -> "row " + row).toList();
    }

    /** What counts, in no order. */
    final List<String> read(Path destination) throws IOException {
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

    final List<String> allData(Path destination) throws IOException {
        List<String> all = new ArrayList<>();
        HadoopStore.at(destination, configuration()).list("", object -> {
            if (AttemptNames.isData(object.path())) {
                all.add(object.path());
            }
        });
        return all;
    }

    final int jobs(Path destination) throws IOException {
        return ManifestReader.read(new StoreFiles(HadoopStore.at(destination, configuration())), "")
                .jobs()
                .size();
    }
}
