// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.file;

import static java.util.Objects.requireNonNull;

import io.airlift.units.Duration;
import io.trino.filesystem.FileIterator;
import io.trino.filesystem.Location;
import io.trino.filesystem.TrinoFileSystem;
import io.trino.filesystem.TrinoInputFile;
import io.trino.filesystem.TrinoOutputFile;
import io.trino.filesystem.UriLocation;
import io.trino.filesystem.encryption.EncryptionKey;
import java.io.IOException;
import java.time.Instant;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;

/** Forwards every call to another file system. Subclasses override the calls that they change. */
public abstract class ForwardingFileSystem implements TrinoFileSystem {
    private final TrinoFileSystem delegate;

    protected ForwardingFileSystem(TrinoFileSystem delegate) {
        this.delegate = requireNonNull(delegate, "delegate is null");
    }

    @Override
    public TrinoInputFile newInputFile(Location file) {
        return delegate.newInputFile(file);
    }

    @Override
    public TrinoInputFile newInputFile(Location file, long length) {
        return delegate.newInputFile(file, length);
    }

    @Override
    public TrinoInputFile newInputFile(Location file, long length, Instant lastModified) {
        return delegate.newInputFile(file, length, lastModified);
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
    public void deleteFiles(Collection<Location> files) throws IOException {
        delegate.deleteFiles(files);
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

    @Override
    public TrinoInputFile newEncryptedInputFile(Location location, EncryptionKey key) {
        return delegate.newEncryptedInputFile(location, key);
    }

    @Override
    public TrinoInputFile newEncryptedInputFile(Location location, long length, EncryptionKey key) {
        return delegate.newEncryptedInputFile(location, length, key);
    }

    @Override
    public TrinoInputFile newEncryptedInputFile(
            Location location, long length, Instant lastModified, EncryptionKey key) {
        return delegate.newEncryptedInputFile(location, length, lastModified, key);
    }

    @Override
    public TrinoOutputFile newEncryptedOutputFile(Location location, EncryptionKey key) {
        return delegate.newEncryptedOutputFile(location, key);
    }

    @Override
    public Optional<UriLocation> preSignedUri(Location location, Duration ttl) throws IOException {
        return delegate.preSignedUri(location, ttl);
    }

    @Override
    public Optional<UriLocation> encryptedPreSignedUri(Location location, Duration ttl, EncryptionKey key)
            throws IOException {
        return delegate.encryptedPreSignedUri(location, ttl, key);
    }
}
