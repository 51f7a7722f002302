// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.read;

import static java.util.Objects.requireNonNull;

import io.trino.filesystem.FileIterator;
import io.trino.filesystem.Location;
import io.trino.filesystem.TrinoFileSystem;
import io.trino.filesystem.TrinoInputFile;
import io.trino.filesystem.TrinoOutputFile;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/** A file system in which one object is read through a range; all else is as it was. */
final class RangeFileSystem implements TrinoFileSystem {
    private final TrinoFileSystem delegate;
    private final Location location;
    private final TrinoInputFile object;

    RangeFileSystem(TrinoFileSystem delegate, Location location, TrinoInputFile object) {
        this.delegate = requireNonNull(delegate, "delegate is null");
        this.location = requireNonNull(location, "location is null");
        this.object = requireNonNull(object, "object is null");
    }

    @Override
    public TrinoInputFile newInputFile(Location file) {
        return file.equals(location) ? object : delegate.newInputFile(file);
    }

    @Override
    public TrinoInputFile newInputFile(Location file, long length) {
        return file.equals(location) ? object : delegate.newInputFile(file, length);
    }

    @Override
    public TrinoInputFile newInputFile(Location file, long length, Instant lastModified) {
        return file.equals(location) ? object : delegate.newInputFile(file, length, lastModified);
    }

    @Override
    public TrinoOutputFile newOutputFile(Location file) {
        return delegate.newOutputFile(file);
    }

    @Override
    public void deleteFile(Location file) throws IOException {
        delegate.deleteFile(file);
    }

    @Override
    public void deleteDirectory(Location directory) throws IOException {
        delegate.deleteDirectory(directory);
    }

    @Override
    public void renameFile(Location source, Location target) throws IOException {
        delegate.renameFile(source, target);
    }

    @Override
    public FileIterator listFiles(Location directory) throws IOException {
        return delegate.listFiles(directory);
    }

    @Override
    public Optional<Boolean> directoryExists(Location directory) throws IOException {
        return delegate.directoryExists(directory);
    }

    @Override
    public void createDirectory(Location directory) throws IOException {
        delegate.createDirectory(directory);
    }

    @Override
    public void renameDirectory(Location source, Location target) throws IOException {
        delegate.renameDirectory(source, target);
    }

    @Override
    public Set<Location> listDirectories(Location directory) throws IOException {
        return delegate.listDirectories(directory);
    }

    @Override
    public Optional<Location> createTemporaryDirectory(Location target, String temporaryPrefix, String relativePrefix)
            throws IOException {
        return delegate.createTemporaryDirectory(target, temporaryPrefix, relativePrefix);
    }
}
