// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store;

import io.skipping.index.IndexUnavailableException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.BooleanSupplier;

/** Files in memory, as sound as an object store, and what tests do to them. */
public class MemoryFiles implements FileStore {
    private final ConcurrentSkipListMap<String, Entry> files = new ConcurrentSkipListMap<>();
    private final InstantSource clock;

    public MemoryFiles() {
        this(InstantSource.system());
    }

    /** Creates an empty store that tells the times of this clock. */
    public MemoryFiles(InstantSource clock) {
        this.clock = clock;
    }

    private record Entry(byte[] content, Instant modified) {}

    private Entry entry(byte[] content) {
        return new Entry(content.clone(), clock.instant());
    }

    @Override
    public List<StoredFile> list(FileLocation folder) {
        String prefix = folder.asFolder().text();
        return files.tailMap(prefix).entrySet().stream()
                .takeWhile(file -> file.getKey().startsWith(prefix))
                .map(file -> new StoredFile(
                        new FileLocation(file.getKey()),
                        file.getValue().content().length,
                        file.getValue().modified()))
                .toList();
    }

    /** The first bytes, as of any store that is asked for less than there is. */
    @Override
    public byte[] read(FileLocation location, long bytes) {
        byte[] content = content(location);
        if (content.length < bytes) {
            throw new IndexUnavailableException(
                    "Cannot read index %s: it ends after %s bytes of %s".formatted(location, content.length, bytes));
        }
        return ByteBuffer.allocate(Math.toIntExact(bytes))
                .put(content, 0, Math.toIntExact(bytes))
                .array();
    }

    @Override
    public void write(FileLocation location, ByteBuffer content) {
        byte[] bytes = new byte[content.remaining()];
        content.duplicate().get(bytes);
        files.put(location.text(), entry(bytes));
    }

    @Override
    public boolean createExclusive(FileLocation location, byte[] content) {
        return files.putIfAbsent(location.text(), entry(content)) == null;
    }

    @Override
    public void delete(Collection<FileLocation> locations) {
        locations.forEach(location -> files.remove(location.text()));
    }

    @Override
    public boolean exists(FileLocation location) {
        return files.containsKey(location.text());
    }

    @Override
    public void deleteFolder(FileLocation folder, BooleanSupplier isWanted) {
        for (StoredFile file : list(folder)) {
            if (!isWanted.getAsBoolean()) {
                return;
            }
            delete(List.of(file.location()));
        }
    }

    /** Returns all of a file, however much that is. */
    public byte[] content(FileLocation location) {
        return Optional.ofNullable(files.get(location.text()))
                .orElseThrow(() -> new IndexUnavailableException(
                        "Cannot read index %s: there is no such file".formatted(location)))
                .content()
                .clone();
    }

    /** Writes a file, whatever was there. */
    public void put(FileLocation location, byte[] content) {
        write(location, ByteBuffer.wrap(content));
    }
}
