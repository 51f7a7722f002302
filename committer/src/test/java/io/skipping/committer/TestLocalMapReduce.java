// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer;

import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

public class TestLocalMapReduce extends AbstractMapReduceTest {
    private final AtomicInteger destinations = new AtomicInteger();

    @Override
    protected Configuration newStoreConfiguration() {
        return new Configuration();
    }

    @Override
    protected Path newDestination() {
        return new Path(local.resolve("t" + destinations.incrementAndGet()).toUri());
    }
}
