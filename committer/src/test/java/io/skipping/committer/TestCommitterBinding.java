// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer;

import static org.apache.hadoop.mapreduce.lib.output.NamedCommitterFactory.NAMED_COMMITTER_CLASS;
import static org.apache.hadoop.mapreduce.lib.output.PathOutputCommitterFactory.COMMITTER_FACTORY_CLASS;
import static org.apache.hadoop.mapreduce.lib.output.PathOutputCommitterFactory.COMMITTER_FACTORY_SCHEME_PATTERN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.lib.output.FileOutputCommitter;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.hadoop.mapreduce.lib.output.NamedCommitterFactory;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitter;
import org.apache.hadoop.mapreduce.lib.output.PathOutputCommitterFactory;
import org.apache.hadoop.mapreduce.lib.output.TextOutputFormat;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;

/** Tests which committer Hadoop takes, by its configuration. */
public class TestCommitterBinding {
    private static final String FACTORY = AttemptNamingCommitterFactory.class.getName();

    private java.nio.file.Path folder;
    private Path local;

    @BeforeClass
    public void createFolder() throws IOException {
        folder = Files.createTempDirectory("committer");
        local = new Path(folder.resolve("t").toUri());
    }

    @AfterClass(alwaysRun = true)
    public void deleteFolder() throws IOException {
        Temporary.delete(folder);
    }

    private static Configuration configuration(String... properties) {
        Configuration configuration = new Configuration();
        for (int i = 0; i < properties.length; i += 2) {
            configuration.set(properties[i], properties[i + 1]);
        }
        return configuration;
    }

    private static TaskAttemptContext task(Configuration configuration) {
        return new TaskAttemptContextImpl(configuration, new TaskAttemptID("202611220000", 1, TaskType.MAP, 0, 0));
    }

    private PathOutputCommitter committer(Configuration configuration) throws IOException {
        return PathOutputCommitterFactory.createCommitter(local, task(configuration));
    }

    @Test
    public void testByDefaultHadoopsOwn() throws IOException {
        assertThat(committer(configuration())).isExactlyInstanceOf(FileOutputCommitter.class);
    }

    @Test
    public void testForAllStores() throws IOException {
        PathOutputCommitter committer = committer(configuration(COMMITTER_FACTORY_CLASS, FACTORY));
        assertThat(committer).isExactlyInstanceOf(AttemptNamingCommitter.class);
        assertThat(committer.getWorkPath()).as("work goes to the destination").isEqualTo(committer.getOutputPath());
    }

    @Test
    public void testForOneKindOfStore() throws IOException {
        String forFiles = COMMITTER_FACTORY_SCHEME_PATTERN.formatted("file");
        String forOthers = COMMITTER_FACTORY_SCHEME_PATTERN.formatted("s3a");
        assertThat(committer(configuration(forFiles, FACTORY))).isExactlyInstanceOf(AttemptNamingCommitter.class);
        assertThat(committer(configuration(forOthers, FACTORY))).isExactlyInstanceOf(FileOutputCommitter.class);
        assertThat(committer(configuration(
                        forFiles, PathOutputCommitterFactory.FILE_COMMITTER_FACTORY, COMMITTER_FACTORY_CLASS, FACTORY)))
                .as("what is set for all stores wins")
                .isExactlyInstanceOf(AttemptNamingCommitter.class);
    }

    @Test
    public void testByName() throws IOException {
        assertThat(committer(configuration(
                        COMMITTER_FACTORY_CLASS,
                        NamedCommitterFactory.class.getName(),
                        NAMED_COMMITTER_CLASS,
                        AttemptNamingCommitter.class.getName())))
                .isExactlyInstanceOf(AttemptNamingCommitter.class);
    }

    @Test
    public void testUnknownFactory() {
        assertThatThrownBy(() -> committer(configuration(COMMITTER_FACTORY_CLASS, "not.there")))
                .hasMessageContaining("not.there");
    }

    @Test
    public void testWithoutDestination() throws IOException {
        TaskAttemptContext task = task(configuration(COMMITTER_FACTORY_CLASS, FACTORY));
        PathOutputCommitter committer = PathOutputCommitterFactory.createCommitter(null, task);
        assertThat(committer).as("nothing is to be committed").isExactlyInstanceOf(FileOutputCommitter.class);
        assertThat(committer.hasOutputPath()).isFalse();
        committer.setupJob(task);
        assertThat(committer.needsTaskCommit(task)).isFalse();
        committer.commitJob(task);
    }

    @Test
    public void testByTheOutputFormat() throws IOException {
        Configuration configuration = configuration(COMMITTER_FACTORY_CLASS, FACTORY);
        TextOutputFormat<Text, Text> format = new TextOutputFormat<>();
        assertThat(format.getOutputCommitter(task(configuration)))
                .as("without a destination")
                .isExactlyInstanceOf(FileOutputCommitter.class);
        configuration.set(FileOutputFormat.OUTDIR, local.toString());
        assertThat(new TextOutputFormat<Text, Text>().getOutputCommitter(task(configuration)))
                .isExactlyInstanceOf(AttemptNamingCommitter.class);
    }
}
