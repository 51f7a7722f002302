// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.object;

import static java.util.Objects.requireNonNull;

import io.airlift.slice.Slice;
import io.airlift.slice.Slices;
import io.skipping.index.store.IndexUnavailableException;
import io.trino.filesystem.FileEntry;
import io.trino.filesystem.FileIterator;
import io.trino.filesystem.Location;
import io.trino.filesystem.TrinoFileSystem;
import io.trino.filesystem.TrinoInput;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Files in an object store, or on a disk. */
final class FileSystemFiles implements IndexFiles {
    private final TrinoFileSystem fileSystem;
    private final ExclusiveWriter exclusiveWriter;

    FileSystemFiles(TrinoFileSystem fileSystem, ExclusiveWriter exclusiveWriter) {
        this.fileSystem = requireNonNull(fileSystem, "fileSystem is null");
        this.exclusiveWriter = requireNonNull(exclusiveWriter, "exclusiveWriter is null");
    }

    @Override
    public List<FileEntry> list(Location folder) {
        try {
            List<FileEntry> files = new ArrayList<>();
            FileIterator iterator = fileSystem.listFiles(folder);
            while (iterator.hasNext()) {
                files.add(iterator.next());
            }
            return files;
        } catch (IOException | RuntimeException e) {
            throw failure("list", folder, e);
        }
    }

    @Override
    public Slice read(Location location, long bytes) {
        try (TrinoInput input = fileSystem.newInputFile(location, bytes).newInput()) {
            byte[] content = new byte[Math.toIntExact(bytes)];
            input.readFully(0, content, 0, content.length);
            return Slices.wrappedBuffer(content);
        } catch (IOException | RuntimeException e) {
            throw failure("read", location, e);
        }
    }

    @Override
    public void write(Location location, Slice content) {
        try (OutputStream output = fileSystem.newOutputFile(location).create()) {
            output.write(content.byteArray(), content.byteArrayOffset(), content.length());
        } catch (IOException | RuntimeException e) {
            throw failure("write", location, e);
        }
    }

    @Override
    public boolean createExclusive(Location location, byte[] content) {
        try {
            exclusiveWriter.create(fileSystem, location, content);
            return true;
        } catch (FileAlreadyExistsException e) {
            return false;
        } catch (UnsupportedOperationException e) {
            throw new IndexUnavailableException(
                    ("Cannot publish index %s: a store with scheme '%s' cannot create a file on condition that there is none;"
                                    + " set skipping.index.location to a location in a store that can, such as S3")
                            .formatted(location, location.scheme().orElse("")),
                    e);
        } catch (IOException | RuntimeException e) {
            throw failure("write", location, e);
        }
    }

    @Override
    public void delete(Collection<Location> locations) {
        try {
            fileSystem.deleteFiles(locations);
        } catch (IOException | RuntimeException e) {
            throw new IndexUnavailableException("Cannot delete index files: " + e.getMessage(), e);
        }
    }

    private static IndexUnavailableException failure(String verb, Location location, Exception cause) {
        return new IndexUnavailableException(
                "Cannot %s index %s: %s".formatted(verb, location, cause.getMessage()), cause);
    }
}
