// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer;

import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Tests the committer on a store of one's own, such as another S3 endpoint. It is not one of the tests that always run:
 * name it by {@code -Dtest=CommitterOnGivenStore}, the folder by {@code -Dcommitter.test.folder=s3a://bucket/folder}, and
 * what Hadoop must know by {@code -Dcommitter.test.hadoop.fs.s3a.endpoint=…} and so on.
 */
public class CommitterOnGivenStore extends AbstractCommitterTest {
    private static final String FOLDER = "committer.test.folder";
    private static final String HADOOP = "committer.test.hadoop.";

    private final String run = UUID.randomUUID().toString();
    private final AtomicInteger destinations = new AtomicInteger();

    @Override
    protected Configuration newConfiguration() {
        Configuration configuration = new Configuration();
        System.getProperties().stringPropertyNames().stream()
                .filter(name -> name.startsWith(HADOOP))
                .forEach(name -> configuration.set(name.substring(HADOOP.length()), System.getProperty(name)));
        return configuration;
    }

    @Override
    protected Path newDestination() {
        String folder = System.getProperty(FOLDER);
        if (folder == null) {
            throw new IllegalStateException("Name a folder by -D%s=s3a://bucket/folder".formatted(FOLDER));
        }
        return new Path("%s/%s/t%d".formatted(folder, run, destinations.incrementAndGet()));
    }
}
