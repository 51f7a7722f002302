// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.skipping.committer.store.HadoopStore;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;

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

    /** Checks that what a mount table leads to decides how jobs exclude each other: local renames overwrite. */
    @Test
    public void testMountedFolder() {
        Configuration configuration = newConfiguration();
        configuration.set("fs.viewfs.mounttable.x.link./t", folder.toUri().toString());
        for (String path : List.of("viewfs://x/t", "viewfs://x/t/new/folder")) {
            assertThatThrownBy(() -> HadoopStore.at(new Path(path), configuration))
                    .as(path)
                    .hasMessageContaining("Cannot determine how concurrent jobs can commit safely to " + path);
        }
    }

    @Override
    protected Path newDestination() {
        return new Path(folder.resolve("t" + destinations.incrementAndGet()).toUri());
    }
}
