// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer;

import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.committer.endpoint.LocalHdfs;
import io.skipping.committer.option.CommitterOptions;
import io.skipping.committer.store.Content;
import io.skipping.committer.store.HadoopStore;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.mapred.FileInputFormat;
import org.apache.hadoop.mapred.FileSplit;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.TextInputFormat;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;

/** Tests a store whose renames fail if the destination exists. */
@Test(groups = "servers")
public class TestHdfsCommitter extends AbstractCommitterTest {
    private final AtomicInteger destinations = new AtomicInteger();
    private java.nio.file.Path folder;
    private MiniDFSCluster cluster;

    @BeforeClass
    public void startCluster() throws IOException {
        folder = Files.createTempDirectory("committer");
        cluster = LocalHdfs.start(folder);
    }

    @AfterClass(alwaysRun = true)
    public void stopCluster() throws IOException {
        FileSystem.closeAll();
        if (cluster != null) {
            cluster.shutdown();
        }
        Temporary.delete(folder);
    }

    @Override
    protected Configuration newConfiguration() {
        return LocalHdfs.configuration();
    }

    /** Checks that HDFS is recognised behind a mount table. */
    @Test
    public void testMountedFolder() throws IOException {
        Path mounted = newDestination();
        mounted.getFileSystem(newConfiguration()).mkdirs(mounted);
        Configuration configuration = newConfiguration();
        configuration.set("fs.viewfs.mounttable.hdfs.link./t", mounted.toString());
        HadoopStore store = HadoopStore.at(new Path("viewfs://hdfs/t/new/folder"), configuration);
        assertThat(store.create("once", Content.of(new byte[1]))).isTrue();
        assertThat(store.create("once", Content.of(new byte[2]))).isFalse();
    }

    /** HDFS says that nobody may look below a file, where the manifest of a MapFile would be. */
    @Test
    public void testPathFilterLeavesOutLeftovers() throws Exception {
        Run run = run(0, 0).setUp();
        Path counted = run.write();
        run.commit();
        Path leftover = run(1, 0).write();
        ManifestPathFilter filter = new ManifestPathFilter();
        filter.setConf(newConfiguration());
        assertThat(filter.accept(leftover)).isFalse();
        assertThat(filter.accept(counted)).isTrue();
        Path gone = new Path(destination, "part-attempt.gone.m00000.0");
        assertThat(filter.accept(gone)).isFalse();
    }

    /** Lets something happen when a folder is listed, and before its first object is asked for. */
    public static class InterruptedFilter extends ManifestPathFilter {
        private static Optional<Action> onFirstObject = Optional.empty();

        private interface Action {
            void run() throws Exception;
        }

        @Override
        public boolean accept(Path path) {
            if (path.getName().startsWith("part-") && onFirstObject.isPresent()) {
                Action action = onFirstObject.get();
                onFirstObject = Optional.empty();
                try {
                    action.run();
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            }
            return super.accept(path);
        }
    }

    /** The old API leaves out the host of an input, and the listing has it. */
    @Test
    public void testOverwriteWhileAJobOfTheOldApiLists() throws Exception {
        Run old = run(0, 0).setUp();
        Path before = old.write();
        old.commit();
        JobConf job = new JobConf(newConfiguration());
        job.set(FileSystem.FS_DEFAULT_NAME_KEY, cluster.getURI().toString());
        FileInputFormat.setInputPaths(
                job, new Path("hdfs://" + destination.toUri().getPath()));
        FileInputFormat.setInputPathFilter(job, InterruptedFilter.class);
        InterruptedFilter.onFirstObject = Optional.of(() -> {
            Configuration configuration = newConfiguration();
            configuration.set(CommitterOptions.MODE, "overwrite");
            configuration.set(CommitterOptions.OVERWRITE_DELETE, "vacuum");
            Run overwrite = new Run("20261121000000_0099", 0, 0, destination, configuration).setUp();
            overwrite.write();
            overwrite.commit();
        });
        TextInputFormat format = new TextInputFormat();
        format.configure(job);
        assertThat(format.getSplits(job, 1))
                .extracting(split -> ((FileSplit) split).getPath().getName())
                .as("what counted before the overwrite")
                .containsOnly(before.getName());
        assertThat(dataSet()).as("overwritten").hasSize(1).doesNotContain(before.getName());
    }

    @Override
    protected Path newDestination() {
        return new Path(cluster.getURI() + "/t" + destinations.incrementAndGet());
    }
}
