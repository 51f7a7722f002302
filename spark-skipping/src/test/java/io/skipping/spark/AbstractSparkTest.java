// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark;

import static com.google.common.io.MoreFiles.deleteRecursively;
import static com.google.common.io.RecursiveDeleteOption.ALLOW_INSECURE;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.spark.sql.SparkSession;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;

/** Starts a session with the extension, in this JVM, and has a folder for tables. */
@Test(groups = "servers")
public abstract class AbstractSparkTest {
    private final String[] extensions;

    SparkSession spark;
    Path root;

    /** @param extensions names of classes of other extensions */
    AbstractSparkTest(String... extensions) {
        this.extensions = extensions;
    }

    @BeforeClass(alwaysRun = true)
    public final void start() throws IOException {
        root = Files.createTempDirectory("spark-skipping");
        spark = LocalSpark.start(extensions);
        createTables();
    }

    /** Creates what all tests need. */
    abstract void createTables() throws IOException;

    @AfterClass(alwaysRun = true)
    public final void stop() throws IOException {
        if (spark != null) {
            spark.stop();
        }
        deleteRecursively(root, ALLOW_INSECURE);
    }

    /** Returns the location of a folder of that name in the folder of this test. */
    final String path(String name) {
        return root.resolve(name).toUri().toString();
    }
}
