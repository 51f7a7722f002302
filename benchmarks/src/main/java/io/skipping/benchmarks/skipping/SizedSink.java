// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.skipping;

import static java.util.Objects.requireNonNull;

import com.google.common.io.CountingOutputStream;
import io.skipping.testing.meters.sink.ObjectSink;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;

/** Counts the bytes of objects as they are stored. */
final class SizedSink implements ObjectSink {
    private final ObjectSink objects;
    private final AtomicLong bytes = new AtomicLong();

    SizedSink(ObjectSink objects) {
        this.objects = requireNonNull(objects, "objects is null");
    }

    @Override
    public void write(String key, Content content) throws IOException {
        objects.write(key, out -> {
            CountingOutputStream counter = new CountingOutputStream(out);
            content.writeTo(counter);
            bytes.addAndGet(counter.getCount());
        });
    }

    long bytes() {
        return bytes.get();
    }
}
