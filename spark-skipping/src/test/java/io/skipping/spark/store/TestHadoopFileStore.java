// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.store;

import static com.google.common.io.MoreFiles.deleteRecursively;
import static com.google.common.io.RecursiveDeleteOption.ALLOW_INSECURE;

import io.skipping.index.store.AbstractIndexStoreContract;
import io.skipping.index.store.FileStore;
import io.skipping.index.store.IndexStore;
import io.skipping.index.store.manifest.ObjectStoreIndexStore;
import io.skipping.index.type.IndexTypes;
import io.skipping.spark.segment.HadoopSegmentFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;

/** The contract of index stores, by Hadoop's file system of a local disk. */
public class TestHadoopFileStore extends AbstractIndexStoreContract {
    private Path root;

    @BeforeClass
    public void setUp() throws IOException {
        root = Files.createTempDirectory("index-store");
    }

    @AfterClass(alwaysRun = true)
    public void tearDown() throws IOException {
        deleteRecursively(root, ALLOW_INSECURE);
    }

    @Override
    protected IndexStore newStore(IndexTypes types) {
        return new ObjectStoreIndexStore(
                new HadoopSegmentFormat(), types, new ObjectStoreIndexStore.Options(Optional.empty(), 64 << 20));
    }

    @Override
    protected FileStore files() {
        return new HadoopFileStore(new Configuration(false), "s3a");
    }

    @Override
    protected String warehouse() {
        return "file:" + root.resolve("warehouse");
    }
}
