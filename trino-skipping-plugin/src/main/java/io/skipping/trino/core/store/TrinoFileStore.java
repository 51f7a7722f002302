// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.store;

import static com.google.common.collect.ImmutableSet.toImmutableSet;
import static java.util.Comparator.comparing;
import static java.util.Objects.requireNonNull;

import com.google.common.base.Throwables;
import com.google.common.collect.Collections2;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Lists;
import io.skipping.index.IndexUnavailableException;
import io.skipping.index.store.FileLocation;
import io.skipping.index.store.FileStore;
import io.skipping.index.store.StoredFile;
import io.skipping.index.store.segment.IndexDamagedException;
import io.skipping.index.store.segment.IndexLostException;
import io.trino.filesystem.FileEntry;
import io.trino.filesystem.FileIterator;
import io.trino.filesystem.Location;
import io.trino.filesystem.TrinoFileSystem;
import io.trino.filesystem.TrinoInput;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** Stores files in any file system that Trino supports. */
public final class TrinoFileStore implements FileStore {
    private static final Set<String> LOCAL_SCHEMES = Set.of("local", "file");

    /** what S3 answers to a conditional PUT if the file exists, and if another request for it is under way */
    private static final Set<Integer> S3_CONFLICTS = ImmutableSet.of(412, 409);

    private static final int MOST_DELETED_AT_ONCE = 250;

    private final TrinoFileSystem fileSystem;
    private final Optional<LocalExclusiveWriter> localWriter;

    /**
     * Wraps a file system.
     *
     * @param localRoot the folder that {@code local:///} locations refer to, which is Trino's {@code local.location};
     *     empty if not configured
     */
    public TrinoFileStore(TrinoFileSystem fileSystem, Optional<Path> localRoot) {
        this.fileSystem = requireNonNull(fileSystem, "fileSystem is null");
        this.localWriter = localRoot.map(LocalExclusiveWriter::new);
    }

    @Override
    public List<StoredFile> list(FileLocation folder) {
        try {
            List<StoredFile> files = new ArrayList<>();
            FileIterator iterator = fileSystem.listFiles(location(folder));
            while (iterator.hasNext()) {
                FileEntry file = iterator.next();
                files.add(new StoredFile(
                        new FileLocation(file.location().toString()), file.length(), file.lastModified()));
            }
            return files;
        } catch (IOException | RuntimeException e) {
            throw failure("list", folder, e);
        }
    }

    @Override
    public byte[] read(FileLocation location, long bytes) {
        try (TrinoInput input =
                fileSystem.newInputFile(location(location), bytes).newInput()) {
            byte[] content = new byte[Math.toIntExact(bytes)];
            input.readFully(0, content, 0, content.length);
            return content;
        } catch (IOException | RuntimeException e) {
            throw unread(location, e);
        }
    }

    /**
     * Returns an exception which says whether another attempt may read the file. What HDFS throws is known by its names, because Trino
     * has a class loader of its own for Hadoop's classes.
     */
    private static IndexUnavailableException unread(FileLocation location, Exception cause) {
        String message = "Cannot read index %s: %s".formatted(location, cause.getMessage());
        Set<String> causes = Throwables.getCausalChain(cause).stream()
                .map(each -> each.getClass().getSimpleName())
                .collect(toImmutableSet());
        if (causes.contains("ChecksumException")) {
            return new IndexDamagedException(message, cause);
        }
        return causes.contains("BlockMissingException")
                ? new IndexLostException(message, cause)
                : new IndexUnavailableException(message, cause);
    }

    @Override
    public void write(FileLocation location, ByteBuffer content) {
        try (OutputStream output = fileSystem.newOutputFile(location(location)).create()) {
            output.write(content.array(), content.arrayOffset() + content.position(), content.remaining());
        } catch (IOException | RuntimeException e) {
            // Trino 476 writes to S3 conditionally, so a request that was repeated meets the file of the first one
            if (!isConflict(e) || !hasContent(location, content)) {
                throw failure("write", location, e);
            }
        }
    }

    /** Returns whether a file is there and complete; in some stores, files are there before their content is. */
    private boolean hasContent(FileLocation location, ByteBuffer content) {
        try {
            return content.equals(ByteBuffer.wrap(read(location, content.remaining())));
        } catch (IndexUnavailableException e) {
            return false;
        }
    }

    @Override
    public boolean createExclusive(FileLocation location, byte[] content) {
        try {
            Location target = location(location);
            if (localWriter.isPresent()
                    && target.scheme().filter(LOCAL_SCHEMES::contains).isPresent()) {
                localWriter.get().create(target, content);
            } else {
                fileSystem.newOutputFile(target).createExclusive(content);
            }
            return true;
        } catch (UnsupportedOperationException e) {
            throw new IndexUnavailableException(
                    ("Cannot publish index %s: a store with scheme '%s' cannot create a file only if it does not exist yet;"
                                    + " set skipping.index.location to a location in a store that can, such as S3")
                            .formatted(location, location(location).scheme().orElse("")),
                    e);
        } catch (IOException | RuntimeException e) {
            if (isConflict(e)) {
                return false;
            }
            throw failure("write", location, e);
        }
    }

    /**
     * Returns whether a file was not created because it exists, or may exist. Trino 483 throws another exception than
     * {@link FileAlreadyExistsException} if S3's client repeated the request, because the first one may have created the file. All
     * releases do if S3 is still busy with another request for the file.
     */
    private static boolean isConflict(Exception failure) {
        return Throwables.getCausalChain(failure).stream()
                .anyMatch(cause -> cause instanceof FileAlreadyExistsException
                        || (cause instanceof S3Exception answer && S3_CONFLICTS.contains(answer.statusCode())));
    }

    @Override
    public void delete(Collection<FileLocation> locations) {
        try {
            fileSystem.deleteFiles(Collections2.transform(locations, TrinoFileStore::location));
        } catch (IOException | RuntimeException e) {
            throw new IndexUnavailableException("Cannot delete index files: " + e.getMessage(), e);
        }
    }

    @Override
    public boolean exists(FileLocation location) {
        try {
            return fileSystem.newInputFile(location(location)).exists();
        } catch (IOException | RuntimeException e) {
            throw failure("look for", location, e);
        }
    }

    @Override
    public void deleteFolder(FileLocation folder, BooleanSupplier isWanted) {
        // listed once, where Trino deletes what others write meanwhile, too
        List<FileLocation> there = list(folder.asFolder()).stream()
                .map(StoredFile::location)
                .sorted(comparing(FileLocation::text))
                .toList();
        for (List<FileLocation> some : Lists.partition(there, MOST_DELETED_AT_ONCE)) {
            if (!isWanted.getAsBoolean()) {
                return;
            }
            delete(some);
        }
        try {
            if (isWanted.getAsBoolean()) {
                fileSystem.deleteDirectory(location(folder));
            }
        } catch (IOException | RuntimeException e) {
            throw failure("delete", folder, e);
        }
    }

    private static Location location(FileLocation location) {
        return Location.of(location.text());
    }

    private static IndexUnavailableException failure(String verb, FileLocation location, Exception cause) {
        return new IndexUnavailableException(
                "Cannot %s index %s: %s".formatted(verb, location, cause.getMessage()), cause);
    }
}
