// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer;

import io.skipping.committer.endpoint.S3Endpoint;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;

@Test(groups = "servers")
public class TestS3MapReduce extends AbstractMapReduceTest {
    private final AtomicInteger destinations = new AtomicInteger();
    private S3Endpoint endpoint;

    @BeforeClass(dependsOnMethods = "writeInputs")
    public void startEndpoint() throws Exception {
        endpoint = S3Endpoint.start(local.resolve("s3"));
    }

    @AfterClass(alwaysRun = true)
    public void stopEndpoint() throws Exception {
        FileSystem.closeAll();
        endpoint.close();
    }

    @Override
    protected Configuration newStoreConfiguration() {
        return endpoint.configuration();
    }

    @Override
    protected Path newDestination() {
        return new Path("s3a://%s/t%d".formatted(S3Endpoint.BUCKET, destinations.incrementAndGet()));
    }
}
