// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer;

import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.committer.endpoint.LocalHdfs;
import io.skipping.committer.store.Content;
import io.skipping.committer.store.HadoopStore;
import java.io.IOException;
import java.nio.file.Files;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.MiniDFSCluster;
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

    @Override
    protected Path newDestination() {
        return new Path(cluster.getURI() + "/t" + destinations.incrementAndGet());
    }
}
