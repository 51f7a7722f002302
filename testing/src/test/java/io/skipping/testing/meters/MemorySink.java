// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.meters;

import io.skipping.testing.meters.sink.ObjectSink;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentSkipListMap;

/** Objects in memory, by key. */
final class MemorySink implements ObjectSink {
    private final SortedMap<String, byte[]> objects = new ConcurrentSkipListMap<>();

    @Override
    public void write(String key, Content content) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        content.writeTo(bytes);
        objects.put(key, bytes.toByteArray());
    }

    SortedMap<String, byte[]> objects() {
        return objects;
    }

    static SortedMap<String, byte[]> generated(MeterOptions options) throws IOException {
        MemorySink sink = new MemorySink();
        MeterReadings.generate(options, sink, ProgressListener.NONE);
        return sink.objects();
    }
}
