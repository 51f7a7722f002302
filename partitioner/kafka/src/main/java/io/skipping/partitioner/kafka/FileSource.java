// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.kafka;

import io.skipping.partitioner.ModelJson;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;

/** Reads a local file, again whenever its modification time, size or identity has changed. */
final class FileSource implements ModelSource {
    /** The resolution of modification times on some file systems. A younger file may change and look the same. */
    private static final Duration RESOLUTION = Duration.ofSeconds(2);

    private record Stamp(FileTime modified, long size, Object file) {
        static Stamp of(Path path) throws IOException {
            BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
            return new Stamp(attributes.lastModifiedTime(), attributes.size(), attributes.fileKey());
        }
    }

    private final Path path;
    private final Clock clock;
    private Optional<Stamp> known = Optional.empty();

    FileSource(Path path, Clock clock) {
        this.path = path.toAbsolutePath();
        this.clock = clock;
    }

    @Override
    public Optional<String> read() throws IOException {
        try {
            // before the content, so that a change in between is noticed the next time
            Stamp stamp = Stamp.of(path);
            if (known.equals(Optional.of(stamp))) {
                return Optional.empty();
            }
            boolean settled = stamp.modified().toInstant().plus(RESOLUTION).isBefore(clock.instant());
            known = Optional.empty();
            String content;
            try (InputStream file = Files.newInputStream(path)) {
                content = ModelJson.decode(file.readNBytes(ModelJson.MOST_CHARS + 1));
            }
            known = settled ? Optional.of(stamp) : Optional.empty();
            return Optional.of(content);
        } catch (NoSuchFileException e) {
            throw new IOException("there is no such file", e);
        } catch (AccessDeniedException e) {
            throw new IOException("access is denied", e);
        }
    }

    @Override
    public void forget() {
        known = Optional.empty();
    }

    @Override
    public String name() {
        return path.toString();
    }
}
