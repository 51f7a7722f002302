// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer;

import java.io.IOException;
import java.nio.file.Files;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;

public class TestLocalCommitter extends AbstractCommitterTest {
    private final AtomicInteger destinations = new AtomicInteger();
    private java.nio.file.Path folder;

    @BeforeClass
    public void createFolder() throws IOException {
        folder = Files.createTempDirectory("committer");
    }

    @AfterClass(alwaysRun = true)
    public void deleteFolder() throws IOException {
        Temporary.delete(folder);
    }

    @Override
    protected Configuration newConfiguration() {
        return new Configuration();
    }

    @Override
    protected Path newDestination() {
        return new Path(folder.resolve("t" + destinations.incrementAndGet()).toUri());
    }
}
