// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.committing;

import io.skipping.testing.folder.Checkout;
import io.skipping.testing.folder.Folders;
import io.skipping.testing.s3.LocalS3;
import io.skipping.testing.s3.RequestLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.testng.SkipException;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;

/** Starts an object store for real Sparks that write through committers. */
@Test(groups = "servers")
public abstract class AbstractCommittingTest {
    static final PaperData SMALL = new PaperData(2_000, 1_000, 3);

    Path folder;
    LocalS3 s3;

    @BeforeClass
    public final void start() throws IOException {
        if (!Files.exists(Checkout.root().resolve("benchmarks/spark-jobs/target/spark-jobs.classpath"))) {
            // 'mvn verify' of everything makes it; tests of this module alone may come without
            throw new SkipException("benchmarks/spark-jobs is not built");
        }
        folder = Files.createTempDirectory("committing");
        s3 = LocalS3.start(folder.resolve("s3"), 0, RequestLog.inMemory());
        s3.createBucket("lake");
    }

    @AfterClass(alwaysRun = true)
    public final void stop() throws IOException {
        if (s3 != null) {
            s3.close();
            s3 = null;
        }
        if (folder != null) {
            Folders.delete(folder);
        }
    }
}
