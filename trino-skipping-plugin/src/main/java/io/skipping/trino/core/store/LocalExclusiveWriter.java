// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.store;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.WRITE;
import static java.util.Objects.requireNonNull;

import io.trino.filesystem.Location;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/**
 * Creates a complete file on a local disk, unless a file of that name exists. Trino's file system has no conditional
 * create for disks. So this class writes a file under a temporary name and then links it to the target name, which
 * fails if that exists. No reader ever sees an incomplete file.
 */
final class LocalExclusiveWriter {
    private final Path root;

    /**
     * Creates a writer.
     *
     * @param root the folder that {@code local:///} locations refer to, which is Trino's {@code local.location}
     */
    LocalExclusiveWriter(Path root) {
        this.root = requireNonNull(root, "root is null").toAbsolutePath().normalize();
    }

    /**
     * Creates a file.
     *
     * @throws java.nio.file.FileAlreadyExistsException if there is a file of that name
     */
    void create(Location location, byte[] content) throws IOException {
        Path target = root.resolve(location.path()).normalize();
        if (!target.startsWith(root)) {
            throw new IOException("%s is not under %s".formatted(location, root));
        }
        Files.createDirectories(target.getParent());
        Path temporary = target.resolveSibling(".%s.%s".formatted(target.getFileName(), UUID.randomUUID()));
        try {
            try (FileChannel channel = FileChannel.open(temporary, CREATE_NEW, WRITE)) {
                ByteBuffer buffer = ByteBuffer.wrap(content);
                while (buffer.hasRemaining()) {
                    channel.write(buffer);
                }
                channel.force(true);
            }
            Files.createLink(target, temporary);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }
}
