// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.skipping.committer.data.DataSet;
import io.skipping.committer.data.DataSets;
import io.skipping.committer.data.ManifestReader;
import io.skipping.committer.name.AttemptNames;
import io.skipping.committer.name.JobId;
import io.skipping.committer.option.CommitterOptions;
import io.skipping.committer.store.HadoopStore;
import io.skipping.committer.store.Store;
import io.skipping.committer.store.StoreFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.IntWritable;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.MapFile;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.Writable;
import org.apache.hadoop.io.WritableComparable;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.JobStatus;
import org.apache.hadoop.mapreduce.MRJobConfig;
import org.apache.hadoop.mapreduce.RecordWriter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.MapFileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitter;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitterFactory;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import org.apache.hadoop.mapreduce.task.JobContextImpl;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * Tests the committer as frameworks call it. The cases are those of Hadoop's AbstractITCommitProtocol; where there a
 * path must not exist, here an object must not be part of the data set.
 */
public abstract class AbstractCommitterTest {
    private static final AtomicInteger JOBS = new AtomicInteger();
    private static final String CONTENT = "key1\tvalue1\nvalue1\nvalue2\nkey2\nkey1\nkey2\tvalue2\n";

    protected Path destination;
    private String jobId;

    /** Returns a configuration of the store that is tested. */
    protected abstract Configuration newConfiguration();

    /** Returns a folder that no other test uses. */
    protected abstract Path newDestination();

    @BeforeMethod
    public void newJob() {
        destination = newDestination();
        jobId = newJobId();
    }

    private static String newJobId() {
        return "2026112100%02d_%04d".formatted(JOBS.get() / 10_000, JOBS.incrementAndGet() % 10_000);
    }

    /** Holds what a framework knows of a job, of a task of it, and of an attempt at it. */
    protected final class Run {
        final Job job;
        final Configuration configuration;
        final JobContext jobContext;
        final TaskAttemptContext taskContext;
        final PathOutputCommitter committer;

        Run(String jobId, int task, int attempt, Path destination, Configuration base) throws IOException {
            job = Job.getInstance(base);
            configuration = job.getConfiguration();
            TaskAttemptID attemptId = TaskAttemptID.forName("attempt_%s_m_%06d_%d".formatted(jobId, task, attempt));
            configuration.set(MRJobConfig.TASK_ATTEMPT_ID, attemptId.toString());
            configuration.set(
                    PathOutputCommitterFactory.COMMITTER_FACTORY_CLASS, AttemptNamingCommitterFactory.class.getName());
            FileOutputFormat.setOutputPath(job, destination);
            jobContext = new JobContextImpl(configuration, attemptId.getJobID());
            taskContext = new TaskAttemptContextImpl(configuration, attemptId);
            committer = PathOutputCommitterFactory.createCommitter(destination, taskContext);
        }

        Run setUp() throws IOException {
            committer.setupJob(jobContext);
            committer.setupTask(taskContext);
            return this;
        }

        /** @return where it was written */
        Path write() throws Exception {
            TextOutputFormat<Object, Object> format = new TextOutputFormat<>();
            RecordWriter<Object, Object> writer = format.getRecordWriter(taskContext);
            writer.write(new Text("key1"), new Text("value1"));
            writer.write(null, new Text("value1"));
            writer.write(null, new Text("value2"));
            writer.write(new Text("key2"), null);
            writer.write(new Text("key1"), NullWritable.get());
            writer.write(new Text("key2"), new Text("value2"));
            Path path = format.getDefaultWorkFile(taskContext, "");
            writer.close(taskContext);
            return path;
        }

        void commitTask() throws IOException {
            assertThat(committer.needsTaskCommit(taskContext)).isTrue();
            committer.commitTask(taskContext);
        }

        void commitJob() throws IOException {
            committer.commitJob(jobContext);
        }

        void commit() throws IOException {
            commitTask();
            commitJob();
        }

        void abortTask() throws IOException {
            committer.abortTask(taskContext);
        }

        void abortJob() throws IOException {
            committer.abortJob(jobContext, JobStatus.State.FAILED);
        }
    }

    protected Run run(int task, int attempt) throws IOException {
        return new Run(jobId, task, attempt, destination, newConfiguration());
    }

    /** Another process that works on the same job. */
    private Run again(int task, int attempt) throws IOException {
        return run(task, attempt);
    }

    protected Store store() throws IOException {
        return HadoopStore.at(destination, newConfiguration());
    }

    /** Paths in the data set, relative to the destination. */
    protected Set<String> dataSet() throws IOException {
        Store store = store();
        DataSets dataSets = new DataSets(new StoreFiles(store));
        Set<String> counted = new TreeSet<>();
        store.list("", object -> {
            if (dataSets.counts(object.path(), object.size(), object.modifiedMillis())) {
                counted.add(object.path());
            }
        });
        return counted;
    }

    /** Returns all that is there. */
    protected Set<String> all() throws IOException {
        Set<String> found = new TreeSet<>();
        store().list("", object -> found.add(object.path()));
        return found;
    }

    /** All that a reader sees that knows no manifest. */
    private Set<String> visible() throws IOException {
        Set<String> found = all();
        found.removeIf(path -> !AttemptNames.isData(path));
        return found;
    }

    protected String content(String path) throws IOException {
        Path file = new Path(destination, path);
        FileSystem fileSystem = file.getFileSystem(newConfiguration());
        try (FSDataInputStream in = fileSystem.open(file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private void assertCommitted(Path written) throws IOException {
        assertThat(dataSet()).containsExactly(written.getName());
        assertThat(content(written.getName())).isEqualTo(CONTENT);
        assertThat(visible()).as("nothing else is left").isEqualTo(dataSet());
    }

    @Test
    public void testLifecycle() throws Exception {
        Run run = run(0, 0).setUp();
        assertThat(run.committer.getOutputPath()).isEqualTo(run.committer.getWorkPath());
        assertThat(all()).as("setup writes nothing").isEmpty();
        Path written = run.write();
        assertThat(written.getName()).matches("part-attempt\\.[0-9]+-[0-9]+\\.m00000\\.0-m-00000");
        run.commitTask();
        assertThat(dataSet()).isEmpty();
        run.commitJob();
        assertCommitted(written);
        assertThat(all()).noneMatch(path -> path.startsWith("_committing"));
    }

    @Test
    public void testManifestSaysWhatItKnows() throws Exception {
        Run run = run(0, 0).setUp();
        Path written = run.write();
        run.commit();
        List<String> names = new ArrayList<>();
        Store store = store();
        DataSet dataSet = ManifestReader.read(new StoreFiles(store), "");
        dataSet.forEachObject(object -> {
            names.add(object.path());
            assertThat(object.size()).hasValue(CONTENT.length());
            store.list("", listed -> {
                if (listed.path().equals(object.path())) {
                    assertThat(object.etag()).isEqualTo(listed.etag());
                }
            });
        });
        assertThat(names).containsExactly(written.getName());
        assertThat(dataSet.jobs()).hasSize(1);
        assertThat(dataSet.jobs().get(0).objects()).isEqualTo(1);
        assertThat(dataSet.jobs().get(0).bytes()).isEqualTo(CONTENT.length());
    }

    @Test
    public void testRecovery() throws Exception {
        Run run = run(0, 0).setUp();
        Path written = run.write();
        run.commitTask();
        Run second = again(0, 0);
        second.configuration.setInt(MRJobConfig.APPLICATION_ATTEMPT_ID, 2);
        second.committer.setupJob(second.jobContext);
        assertThat(second.committer.isRecoverySupported(second.jobContext)).isTrue();
        second.committer.recoverTask(second.taskContext);
        Run uncommitted = again(1, 0);
        assertThatThrownBy(() -> uncommitted.committer.recoverTask(uncommitted.taskContext))
                .hasMessageContaining("can't be recovered: it did not commit");
        second.commitJob();
        assertCommitted(written);
        // by a third one, when records are deleted already
        Run third = again(0, 0);
        third.committer.recoverTask(third.taskContext);
        third.commitJob();
        assertCommitted(written);
    }

    @Test
    public void testCleanupAfterRecovery() throws Exception {
        Run run = run(0, 0).setUp();
        run.write();
        run.commitTask();
        Run second = again(0, 0);
        second.abortTask();
        second.abortJob();
        assertThat(visible()).isEmpty();
    }

    @Test
    public void testDuplicateCommit() throws Exception {
        Run run = run(0, 0).setUp();
        Path written = run.write();
        run.commit();
        run.commitJob();
        assertCommitted(written);
        // the task's record is in vain
        run.committer.commitTask(run.taskContext);
        run.commitJob();
        assertCommitted(written);
        Run late = again(0, 0);
        late.abortTask();
        assertCommitted(written);
    }

    @Test
    public void testTwoAttemptsCommit() throws Exception {
        Run first = run(0, 0).setUp();
        Path written1 = first.write();
        Run second = run(0, 1).setUp();
        Path written2 = second.write();
        assertThat(written1).isNotEqualTo(written2);
        first.commitTask();
        second.commitTask();
        second.commitJob();
        assertCommitted(written2);
    }

    /** A framework that runs attempts in one process may give them one configuration. */
    @Test
    public void testTwoAttemptsShareAConfiguration() throws Exception {
        Run first = run(0, 0).setUp();
        TaskAttemptContext secondContext = new TaskAttemptContextImpl(
                first.configuration, TaskAttemptID.forName("attempt_%s_m_000000_1".formatted(jobId)));
        PathOutputCommitter second = PathOutputCommitterFactory.createCommitter(destination, secondContext);
        second.setupTask(secondContext);
        assertThat(first.write().getName()).contains(".m00000.0-");
        first.commit();
        assertThat(dataSet()).hasSize(1).allMatch(path -> path.contains(".m00000.0-"));
    }

    @DataProvider
    public Object[][] ends() {
        return new Object[][] {{true}, {false}};
    }

    /** A driver of Spark may use its configuration for the next job, too, which may have another committer. */
    @Test(dataProvider = "ends")
    public void testNamesEndWithTheJob(boolean isCommitted) throws Exception {
        JobConf shared = new JobConf(newConfiguration());
        shared.set(PathOutputCommitterFactory.COMMITTER_FACTORY_CLASS, AttemptNamingCommitterFactory.class.getName());
        shared.set("avro.mo.config.namedOutput", "records/of");
        TaskAttemptContext task =
                new TaskAttemptContextImpl(shared, TaskAttemptID.forName("attempt_%s_m_000000_0".formatted(jobId)));
        PathOutputCommitter committer = PathOutputCommitterFactory.createCommitter(destination, task);
        JobContext job = new JobContextImpl(shared, task.getJobID());
        committer.setupJob(job);
        assertThat(shared.get("mapreduce.output.basename")).contains("attempt");
        if (isCommitted) {
            committer.commitJob(job);
        } else {
            committer.abortJob(job, JobStatus.State.FAILED);
        }
        assertThat(shared.get("mapreduce.output.basename")).isNull();
        assertThat(shared.get("avro.mo.config.namedOutput")).isEqualTo("records/of");
    }

    @Test
    public void testTaskWithoutOutput() throws Exception {
        Run run = run(0, 0).setUp();
        run.commitTask();
        assertThat(dataSet()).isEmpty();
        run.commitJob();
        assertThat(dataSet()).isEmpty();
        assertThat(all()).as("a job without output succeeds").contains("_SUCCESS");
    }

    @Test
    public void testMapFile() throws Exception {
        Run run = run(0, 0).setUp();
        RecordWriter<WritableComparable<?>, Writable> writer =
                new MapFileOutputFormat().getRecordWriter(run.taskContext);
        for (int i = 0; i < 10; i++) {
            writer.write(new LongWritable(i), new Text("value"));
        }
        writer.close(run.taskContext);
        run.commitTask();
        assertThat(dataSet()).as("folders of attempts").isEmpty();
        run.commitJob();
        assertThat(dataSet()).hasSize(2).allMatch(path -> path.matches("part-attempt\\.[^/]+-m-00000/(data|index)"));
        Path folder = new Path(destination, dataSet().iterator().next()).getParent();
        try (MapFile.Reader reader = new MapFile.Reader(folder, newConfiguration())) {
            assertThat(reader.get(new LongWritable(3), new Text())).hasToString("value");
        }
    }

    @Test
    public void testAbortTaskWithoutWork() throws Exception {
        Run run = run(0, 0);
        run.abortTask();
        run.abortTask();
        assertThat(visible()).isEmpty();
    }

    @Test
    public void testAbortJobWithoutWork() throws Exception {
        Run run = run(0, 0);
        run.abortJob();
        run.abortJob();
        assertThat(visible()).isEmpty();
    }

    @Test
    public void testCommitJobButNotTask() throws Exception {
        Run run = run(0, 0).setUp();
        run.write();
        run.commitJob();
        assertThat(dataSet()).isEmpty();
        assertThat(visible()).isEmpty();
    }

    @Test
    public void testAbortTaskThenJob() throws Exception {
        Run run = run(0, 0).setUp();
        Path written = run.write();
        assertThat(visible()).containsExactly(written.getName());
        run.abortTask();
        assertThat(visible()).isEmpty();
        assertThatThrownBy(run::commitTask).hasMessageContaining("was given up");
        run.abortJob();
        assertThat(visible()).isEmpty();
        assertThatThrownBy(run::commitJob).hasMessageContaining("was aborted");
        assertThat(dataSet()).isEmpty();
    }

    @Test
    public void testAbortJobButNotTask() throws Exception {
        Run run = run(0, 0).setUp();
        run.write();
        run.abortJob();
        assertThat(visible()).isEmpty();
        // by another process, later
        again(0, 0).abortTask();
        assertThat(visible()).isEmpty();
    }

    @Test
    public void testAbortAfterTaskCommit() throws Exception {
        Run run = run(0, 0).setUp();
        run.write();
        run.commitTask();
        run.abortJob();
        assertThat(visible()).isEmpty();
        assertThatThrownBy(run::commitJob).hasMessageContaining("was aborted");
    }

    @Test
    public void testAbortAfterJobCommit() throws Exception {
        Run run = run(0, 0).setUp();
        Path written = run.write();
        run.commit();
        assertThatThrownBy(run::abortJob).hasMessageContaining("can't be aborted: it is committed");
        assertCommitted(written);
    }

    @Test
    public void testConcurrentTasksWithSubFolders() throws Exception {
        List<Path> written = new ArrayList<>();
        List<Callable<Path>> tasks = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            int task = i;
            tasks.add(() -> {
                Run run = run(task, 0);
                // as MultipleOutputs does
                run.configuration.set("mapreduce.output.basename", "day=%d/part".formatted(task % 2));
                Run named = new Run(jobId, task, 0, destination, run.configuration);
                Path path = named.write();
                named.commitTask();
                return path;
            });
        }
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            for (Future<Path> path : threads.invokeAll(tasks)) {
                written.add(path.get());
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(dataSet()).isEmpty();
        run(0, 0).commitJob();
        assertThat(dataSet())
                .hasSize(4)
                .containsExactlyInAnyOrderElementsOf(written.stream()
                        .map(path -> path.getParent().getName() + "/" + path.getName())
                        .toList());
    }

    /** The committer of the output format of a task is the one that the factory makes. */
    @Test
    public void testOutputFormatIntegration() throws Exception {
        Run run = run(0, 0);
        run.job.setOutputFormatClass(TextOutputFormat.class);
        TextOutputFormat<IntWritable, Text> format = new TextOutputFormat<>();
        PathOutputCommitter committer = (PathOutputCommitter) format.getOutputCommitter(run.taskContext);
        assertThat(committer).isInstanceOf(AttemptNamingCommitter.class);
        committer.setupJob(run.jobContext);
        committer.setupTask(run.taskContext);
        RecordWriter<IntWritable, Text> writer = format.getRecordWriter(run.taskContext);
        writer.write(new IntWritable(1), new Text("one"));
        writer.close(run.taskContext);
        committer.commitTask(run.taskContext);
        committer.commitJob(run.jobContext);
        assertThat(dataSet()).hasSize(1);
        assertThat(content(dataSet().iterator().next())).isEqualTo("1\tone\n");
    }

    /** MapReduce's application master commits a job with a committer that no task used. */
    @Test
    public void testApplicationMaster() throws Exception {
        Run task = run(3, 0);
        Path written = task.write();
        task.commitTask();
        Run master = new Run(jobId, 0, 0, destination, newConfiguration());
        master.commitJob();
        assertCommitted(written);
    }

    /** One that can't read what the master before it did aborts the job, and does all of it again, under the same id. */
    @Test
    public void testApplicationMasterThatBeginsAgain() throws Exception {
        Run before = run(0, 0).setUp();
        before.write();
        before.commitTask();
        Configuration configuration = newConfiguration();
        configuration.setInt(MRJobConfig.APPLICATION_ATTEMPT_ID, 2);
        Run master = new Run(jobId, 0, 1000, destination, configuration);
        master.abortJob();
        assertThatThrownBy(before::commitJob).hasMessageContaining("was aborted");
        master.setUp();
        Path written = master.write();
        master.commit();
        assertCommitted(written);
    }

    @Test
    public void testParallelJobsToAdjacentFolders() throws Exception {
        Path parent = destination;
        Run one = new Run(newJobId(), 0, 0, new Path(parent, "one"), newConfiguration()).setUp();
        Run two = new Run(newJobId(), 0, 0, new Path(parent, "two"), newConfiguration()).setUp();
        one.write();
        two.write();
        one.commit();
        assertThat(dataSet()).hasSize(1).allMatch(path -> path.startsWith("one/"));
        two.commit();
        assertThat(dataSet()).hasSize(2);
    }

    @Test
    public void testParallelJobsToTheSameDestination() throws Exception {
        Run one = new Run(newJobId(), 0, 0, destination, newConfiguration()).setUp();
        Run two = new Run(newJobId(), 0, 0, destination, newConfiguration()).setUp();
        Path written1 = one.write();
        Path written2 = two.write();
        assertThat(written1).isNotEqualTo(written2);
        one.commitTask();
        two.commitTask();
        one.commitJob();
        assertThat(dataSet()).containsExactly(written1.getName());
        two.commitJob();
        assertThat(dataSet()).containsExactlyInAnyOrder(written1.getName(), written2.getName());
    }

    @Test
    public void testManyJobsCommitAtOnce() throws Exception {
        int jobs = 6;
        Set<String> written = new TreeSet<>();
        List<Callable<Void>> commits = new ArrayList<>();
        for (int i = 0; i < jobs; i++) {
            Run run = new Run(newJobId(), 0, 0, destination, newConfiguration()).setUp();
            written.add(run.write().getName());
            run.commitTask();
            commits.add(() -> {
                run.commitJob();
                return null;
            });
        }
        ExecutorService threads = Executors.newFixedThreadPool(jobs);
        try {
            for (Future<Void> commit : threads.invokeAll(commits)) {
                commit.get();
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(dataSet()).isEqualTo(written);
    }

    /** A job that has no id gets one in setupJob, which its tasks find in the configuration. */
    @Test
    public void testGeneratedJobId() throws Exception {
        Configuration shared = new JobConf(newConfiguration());
        Run driver = new Run(jobId, 0, 0, destination, shared);
        JobContext withoutId = new JobContextImpl(driver.configuration, null);
        driver.committer.setupJob(withoutId);
        String generated = driver.configuration.get(CommitterOptions.GENERATED_JOB_ID);
        assertThat(generated).isNotNull();
        // tasks may have ids of their own making
        Run task = new Run("20261121000000_0007", 5, 0, destination, driver.configuration);
        Path written = task.write();
        assertThat(written.getName()).contains("." + JobIds.of(withoutId) + ".m00005.0");
        assertThat(written.getName()).contains(generated);
        task.commitTask();
        driver.committer.commitJob(withoutId);
        assertCommitted(written);
        driver.committer.setupJob(withoutId);
        assertThat(driver.configuration.get(CommitterOptions.GENERATED_JOB_ID))
                .as("another job")
                .isNotEqualTo(generated);
    }

    /** The framework may give one configuration to a job without an id, and then to one that has an id. */
    @Test
    public void testGeneratedJobIdOfAnEarlierJob() throws Exception {
        Run earlier = new Run(jobId, 0, 0, destination, newConfiguration());
        earlier.committer.setupJob(new JobContextImpl(earlier.configuration, null));
        String generated = earlier.configuration.get(CommitterOptions.GENERATED_JOB_ID);
        assertThat(generated).isNotNull();
        Run first = new Run(newJobId(), 0, 0, destination, earlier.configuration).setUp();
        Run second = new Run(newJobId(), 0, 0, destination, earlier.configuration).setUp();
        for (Run run : List.of(first, second)) {
            assertThat(JobIds.of(run.jobContext))
                    .isEqualTo(JobId.ofHadoop(run.jobContext.getJobID().toString()));
            assertThat(run.write().getName()).doesNotContain(generated);
            run.commit();
        }
        assertThat(dataSet()).as("of both jobs").hasSize(2);
    }

    /** Tasks of a submitted job have the configuration as it was submitted, whatever its setup has taken out. */
    @Test
    public void testGeneratedJobIdInTheConfigurationOfASubmittedJob() throws Exception {
        Configuration submitted = newConfiguration();
        submitted.set(CommitterOptions.GENERATED_JOB_ID, "of-an-earlier-job");
        submitted.set(MRJobConfig.JOB_SUBMITHOST, "somewhere");
        Run task = new Run(newJobId(), 0, 0, destination, submitted);
        assertThat(JobIds.of(task.jobContext))
                .isEqualTo(JobId.ofHadoop(task.jobContext.getJobID().toString()));
    }

    @Test
    public void testJobIdOfTheUser() throws Exception {
        Configuration configuration = newConfiguration();
        configuration.set(CommitterOptions.JOB_ID, "mine-1");
        Run run = new Run(jobId, 0, 0, destination, configuration).setUp();
        Path written = run.write();
        assertThat(written.getName()).startsWith("part-attempt.mine-1.m00000.0");
        run.commit();
        assertCommitted(written);
        Run again = new Run(newJobId(), 0, 0, destination, configuration);
        assertThatThrownBy(() -> again.setUp())
                .as("its attempts would overwrite the objects of the first")
                .hasMessageContaining("two jobs must not have the same id");
        Configuration ofSecondMaster = new Configuration(configuration);
        ofSecondMaster.setInt(MRJobConfig.APPLICATION_ATTEMPT_ID, 2);
        new Run(jobId, 0, 1000, destination, ofSecondMaster).setUp().commitJob();
        assertCommitted(written);
        configuration.set(CommitterOptions.JOB_ID, "not_mine");
        assertThatThrownBy(() -> new Run(jobId, 0, 0, destination, configuration))
                .hasMessageContaining("skipping.committer.job.id: 'not_mine' can't be a job id");
    }

    @Test
    public void testOverwrite() throws Exception {
        Run first = run(0, 0).setUp();
        first.write();
        first.commit();
        Configuration configuration = newConfiguration();
        configuration.set(CommitterOptions.MODE, "overwrite");
        Run second = new Run(newJobId(), 0, 0, destination, configuration).setUp();
        Path written = second.write();
        second.commit();
        assertCommitted(written);
    }

    @Test
    public void testWrongOptions() throws Exception {
        for (String option :
                List.of(CommitterOptions.MODE, CommitterOptions.OVERWRITE_DELETE, CommitterOptions.STORE)) {
            Configuration configuration = newConfiguration();
            configuration.set(option, "wrong");
            Run run = new Run(jobId, 0, 0, destination, configuration);
            assertThatThrownBy(run::setUp).as(option).hasMessageContaining("%s can't be 'wrong'".formatted(option));
        }
        Run staged = new Run(jobId, 0, 0, new Path(destination, ".spark-staging-1"), newConfiguration());
        assertThatThrownBy(staged::setUp).hasMessageContaining("dynamic partition overwrite");
    }

    @Test
    public void testNamesThatAreNotPlain() throws Exception {
        Run run = run(0, 0);
        run.configuration.set("mapreduce.output.basename", "time=10%3A30 ü%20+#/part");
        Run named = new Run(jobId, 0, 0, destination, run.configuration);
        named.write();
        named.commit();
        assertThat(dataSet()).hasSize(1).allMatch(path -> path.startsWith("time=10%3A30 ü%20+#/part-attempt."));
        assertThat(content(dataSet().iterator().next())).isEqualTo(CONTENT);
    }
}
