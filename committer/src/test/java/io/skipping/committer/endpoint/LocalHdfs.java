// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.endpoint;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.MiniDFSCluster;

/** Runs HDFS in this JVM, with one node for data. */
public final class LocalHdfs {
    private LocalHdfs() {}

    /**
     * Returns what clients are told. Closing a file asks whether the node has reported its last block, which it does some
     * milliseconds later, and otherwise asks again: by default after 400 ms, and then after twice as long each time.
     */
    public static Configuration configuration() {
        Configuration configuration = new Configuration();
        configuration.set("dfs.client.block.write.locateFollowingBlock.initial.delay.ms", "5");
        configuration.set("dfs.client.block.write.locateFollowingBlock.retries", "12");
        return configuration;
    }

    /** Starts it, with its files in a folder, and returns when it can be used. */
    public static MiniDFSCluster start(Path folder) throws IOException {
        Configuration configuration = configuration();
        configuration.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, folder.toString());
        MiniDFSCluster cluster =
                new MiniDFSCluster.Builder(configuration).numDataNodes(1).build();
        cluster.waitActive();
        return cluster;
    }
}
