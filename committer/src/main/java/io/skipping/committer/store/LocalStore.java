// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.store;

import io.skipping.committer.manifest.ManifestNames;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import org.apache.hadoop.fs.FileSystem;

/**
 * Provides a folder on this machine. Hadoop's own local renames overwrite existing files. Its files also have checksums
 * beside them, which a file moved into place would contradict. So this class writes the protocol's files without Hadoop.
 */
final class LocalStore extends HadoopStore {
    LocalStore(FileSystem fileSystem, org.apache.hadoop.fs.Path root) {
        super(fileSystem, root);
    }

    @Override
    protected HadoopStore of(org.apache.hadoop.fs.Path folder) {
        return new LocalStore(fileSystem, folder);
    }

    private Path file(String path) {
        return Path.of(path(path).toUri().getPath());
    }

    @Override
    public boolean replacesConditionally() {
        return false;
    }

    @Override
    public boolean create(String path, Content content) throws IOException {
        Path file = file(path);
        Path temporary = writeTemporary(file, content);
        try {
            // fails, in one step, if the file exists
            Files.createLink(file, temporary);
            return true;
        } catch (FileAlreadyExistsException e) {
            return false;
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    @Override
    public void put(String path, Content content) throws IOException {
        Path file = file(path);
        Path temporary = writeTemporary(file, content);
        Files.deleteIfExists(file.resolveSibling(".%s.crc".formatted(file.getFileName())));
        Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
    }

    private static Path writeTemporary(Path file, Content content) throws IOException {
        Files.createDirectories(file.getParent());
        Path temporary = file.resolveSibling(ManifestNames.newTemporary());
        try (OutputStream out = Files.newOutputStream(temporary)) {
            content.writeTo(out);
        } catch (IOException | RuntimeException | Error e) {
            Files.deleteIfExists(temporary);
            throw e;
        }
        return temporary;
    }

    @Override
    public OutputStream write(String path) throws IOException {
        Files.createDirectories(file(path).getParent());
        return Files.newOutputStream(file(path));
    }

    @Override
    public boolean replace(String path, String etag, Content content) {
        throw new UnsupportedOperationException("%s has no conditional PUT".formatted(root));
    }

    @Override
    public Optional<Opened> open(String path) throws IOException {
        try {
            return Optional.of(new Opened(Files.newInputStream(file(path)), Optional.empty()));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }
}
