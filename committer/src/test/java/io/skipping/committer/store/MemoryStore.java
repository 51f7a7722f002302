// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.store;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Behaves as well as a store can, with or without conditional PUT. */
public final class MemoryStore implements Store {
    private final boolean conditional;
    private final TreeMap<String, Entry> objects = new TreeMap<>();
    private long clock = 1_000;

    private record Entry(byte[] bytes, long modifiedMillis) {
        String etag() {
            return "etag-" + modifiedMillis;
        }
    }

    private MemoryStore(boolean conditional) {
        this.conditional = conditional;
    }

    /** Returns a store as S3 is. */
    public static MemoryStore withConditionalPut() {
        return new MemoryStore(true);
    }

    /** Returns a store as HDFS is. */
    public static MemoryStore withExclusiveRename() {
        return new MemoryStore(false);
    }

    @Override
    public String location() {
        return "memory";
    }

    @Override
    public Optional<Parent> parent() {
        return Optional.empty();
    }

    @Override
    public boolean replacesConditionally() {
        return conditional;
    }

    private static byte[] bytes(Content content) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        content.writeTo(out);
        return out.toByteArray();
    }

    private synchronized <T> T locked(Supplier<T> action) {
        return action.get();
    }

    private void set(String path, byte[] bytes) {
        objects.put(path, new Entry(bytes, clock++));
    }

    @Override
    public boolean create(String path, Content content) throws IOException {
        byte[] bytes = bytes(content);
        return locked(() -> {
            if (objects.containsKey(path)) {
                return false;
            }
            set(path, bytes);
            return true;
        });
    }

    @Override
    public boolean replace(String path, String etag, Content content) throws IOException {
        if (!conditional) {
            throw new UnsupportedOperationException();
        }
        byte[] bytes = bytes(content);
        return locked(() -> {
            Entry entry = objects.get(path);
            if (entry == null || !entry.etag().equals(etag)) {
                return false;
            }
            set(path, bytes);
            return true;
        });
    }

    @Override
    public void put(String path, Content content) throws IOException {
        byte[] bytes = bytes(content);
        locked(() -> {
            set(path, bytes);
            return null;
        });
    }

    @Override
    public OutputStream write(String path) {
        return new ByteArrayOutputStream() {
            @Override
            public void close() {
                locked(() -> {
                    set(path, toByteArray());
                    return null;
                });
            }
        };
    }

    @Override
    public synchronized Optional<Opened> open(String path) {
        return Optional.ofNullable(objects.get(path))
                .map(entry -> new Opened(
                        new ByteArrayInputStream(entry.bytes()),
                        conditional ? Optional.of(entry.etag()) : Optional.empty()));
    }

    /** All that is there now. */
    public synchronized List<StoredObject> list() {
        List<StoredObject> found = new ArrayList<>();
        for (Map.Entry<String, Entry> object : objects.entrySet()) {
            Entry entry = object.getValue();
            found.add(new StoredObject(
                    object.getKey(), entry.bytes().length, entry.modifiedMillis(), Optional.of(entry.etag())));
        }
        return found;
    }

    @Override
    public void list(String folder, ListingConsumer consumer) throws IOException {
        for (StoredObject object : list()) {
            if (object.path().startsWith(folder)) {
                consumer.accept(object);
            }
        }
    }

    @Override
    public List<String> names(String folder, String prefix) {
        return list().stream()
                .map(StoredObject::path)
                .filter(path -> path.startsWith(folder + prefix))
                .map(path -> path.substring(folder.length()))
                .filter(name -> name.indexOf('/') < 0)
                .toList();
    }

    @Override
    public synchronized void delete(Collection<String> paths) {
        paths.forEach(objects::remove);
    }

    @Override
    public void deleteEmptyFolder(String folder) {}
}
