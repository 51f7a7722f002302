// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.querylog;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;
import static java.nio.file.attribute.PosixFilePermission.OWNER_READ;
import static java.nio.file.attribute.PosixFilePermission.OWNER_WRITE;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Appends lines to a file, and rotates it when it has grown: {@code log} becomes {@code log.1}, and {@code log.1}
 * becomes {@code log.2}. Its owner alone may read a file that this class creates, where the file system has such permissions; but
 * one after another gets the permissions of that. Not thread-safe.
 */
final class RotatedFile implements AutoCloseable {
    private static final int LOOK_BACK_BYTES = 8_192;

    private final Path file;
    private final long mostBytes;
    private final int mostFiles;
    /** Null while the file could not be opened. */
    private FileChannel channel;

    /** Identifies the open file. */
    private Optional<Object> opened = Optional.empty();

    private long size;

    /** of files that are created; empty if the file system has no such permissions */
    private Optional<Set<PosixFilePermission>> permissions;

    /**
     * Opens or creates the file, and removes an incomplete line at its end.
     *
     * @param mostBytes maximum size of a file; a single longer line is still written
     */
    RotatedFile(Path file, long mostBytes, int mostFiles) throws IOException {
        this.file = file.toAbsolutePath();
        this.mostBytes = mostBytes;
        this.mostFiles = mostFiles;
        this.permissions =
                this.file.getFileSystem().supportedFileAttributeViews().contains("posix")
                        ? Optional.of(EnumSet.of(OWNER_READ, OWNER_WRITE))
                        : Optional.empty();
        open();
    }

    private void open() throws IOException {
        Files.createDirectories(file.getParent());
        FileChannel writable = FileChannel.open(
                file,
                Set.of(CREATE, READ, WRITE),
                permissions.stream().map(PosixFilePermissions::asFileAttribute).toArray(FileAttribute<?>[]::new));
        try {
            size = endOfLines(writable);
            writable.truncate(size);
            opened = identity();
            channel = writable;
        } catch (IOException e) {
            writable.close();
            throw e;
        }
    }

    /** Returns what identifies the file that has the name now; empty if there is none. */
    private Optional<Object> identity() throws IOException {
        try {
            BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
            // Windows has no keys, and does not let others delete or rename an open file
            return Optional.of(Objects.requireNonNullElse(attributes.fileKey(), file));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    private static long endOfLines(FileChannel channel) throws IOException {
        long end = channel.size();
        ByteBuffer bytes = ByteBuffer.allocate(LOOK_BACK_BYTES);
        while (end > 0) {
            long start = Math.max(0, end - bytes.capacity());
            bytes.clear().limit((int) (end - start));
            while (bytes.hasRemaining() && channel.read(bytes, start + bytes.position()) >= 0) {
                // repeats until the buffer is full
            }
            for (int index = bytes.position() - 1; index >= 0; index--) {
                if (bytes.get(index) == '\n') {
                    return start + index + 1;
                }
            }
            end = start;
        }
        return 0;
    }

    /**
     * Appends a line completely or not at all.
     *
     * @param line without a line end
     */
    void append(String line) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap((line + "\n").getBytes(UTF_8));
        ensureOpen();
        if (size > 0 && size + bytes.remaining() > mostBytes) {
            rotate();
        }
        try {
            long end = size;
            while (bytes.hasRemaining()) {
                end += channel.write(bytes, end);
            }
            size = end;
        } catch (IOException e) {
            // a line that is incomplete because the disk is full must be removed
            close();
            throw e;
        }
    }

    /**
     * Opens the file if it is not open, or no longer usable. Others may have deleted or renamed it, as logrotate does with
     * create: lines would go where nobody looks for them. Afterwards, the size is that of its complete lines.
     */
    private void ensureOpen() throws IOException {
        if (channel != null && !identity().equals(opened)) {
            close();
        }
        if (channel != null) {
            try {
                // others may have truncated the file, as logrotate does with copytruncate, also inside a line
                if (channel.size() < size) {
                    size = endOfLines(channel);
                    channel.truncate(size);
                }
                return;
            } catch (IOException e) {
                // a handle of NFS may be stale for good
                close();
            }
        }
        open();
    }

    private void rotate() throws IOException {
        close();
        if (permissions.isPresent() && Files.exists(file)) {
            permissions = Optional.of(Files.getPosixFilePermissions(file));
        }
        if (mostFiles == 1) {
            Files.deleteIfExists(file);
        }
        for (int number = mostFiles - 2; number >= 0; number--) {
            Path from = numbered(number);
            if (Files.exists(from)) {
                Files.move(from, numbered(number + 1), REPLACE_EXISTING);
            }
        }
        open();
    }

    private Path numbered(int number) {
        return number == 0 ? file : file.resolveSibling(file.getFileName() + "." + number);
    }

    @Override
    public void close() {
        if (channel != null) {
            try (FileChannel closing = channel) {
                closing.truncate(size);
            } catch (IOException e) {
                // an incomplete line at the end is removed when the file is opened again
            }
            channel = null;
        }
    }
}
