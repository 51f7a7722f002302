// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.listed;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.airlift.slice.Slices;
import io.airlift.slice.XxHash64;
import io.skipping.index.ObjectVersion;
import io.skipping.trino.core.file.ForwardingFileSystem;
import io.trino.filesystem.FileEntry;
import io.trino.filesystem.FileIterator;
import io.trino.filesystem.Location;
import io.trino.filesystem.TrinoFileSystem;
import it.unimi.dsi.fastutil.longs.Long2LongOpenHashMap;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Remembers the {@linkplain ObjectVersion#tag tags} of objects that were listed in one transaction. It keeps only 16
 * bytes for each object, because Hive keeps the rest. Thread-safe.
 */
public final class ObjectTags {
    /** Maps hashes of paths to tags; 0 means that there is no tag, since no tag is 0. */
    private final Long2LongOpenHashMap tags = new Long2LongOpenHashMap();

    /** Returns the tag of an object; empty if the store did not send one when the object was last listed. */
    public OptionalLong of(String path) {
        long hash = hash(path);
        synchronized (tags) {
            long tag = tags.get(hash);
            return tag == 0 ? OptionalLong.empty() : OptionalLong.of(tag);
        }
    }

    /** Returns a file system that records the tags of the objects that it lists. */
    public TrinoFileSystem noting(TrinoFileSystem fileSystem) {
        return new ForwardingFileSystem(fileSystem) {
            @Override
            public FileIterator listFiles(Location directory) throws IOException {
                return new NotingIterator(fileSystem, directory);
            }
        };
    }

    private void note(String path, String etag) {
        long hash = hash(path);
        synchronized (tags) {
            if (etag == null) {
                tags.remove(hash);
            } else {
                tags.put(hash, ObjectVersion.tag(etag));
            }
        }
    }

    private static long hash(String path) {
        return XxHash64.hash(Slices.wrappedBuffer(path.getBytes(UTF_8)));
    }

    private final class NotingIterator implements FileIterator {
        /** The ETags that the store sent for objects that have not been returned yet. */
        private final Map<String, String> etags = new HashMap<>();

        private final FileIterator files;

        NotingIterator(TrinoFileSystem fileSystem, Location directory) throws IOException {
            this.files = S3Listings.listen(etags::put, () -> fileSystem.listFiles(directory));
        }

        @Override
        public boolean hasNext() throws IOException {
            return S3Listings.listen(etags::put, files::hasNext);
        }

        @Override
        public FileEntry next() throws IOException {
            FileEntry file = S3Listings.listen(etags::put, files::next);
            note(file.location().toString(), etags.remove(file.location().path()));
            return file;
        }
    }
}
