// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.store;

import static java.util.Objects.requireNonNull;

import com.google.common.base.Throwables;
import com.google.common.collect.ImmutableSet;
import io.skipping.index.IndexUnavailableException;
import io.skipping.index.store.FileLocation;
import io.skipping.index.store.FileStore;
import io.skipping.index.store.StoredFile;
import io.skipping.index.store.segment.IndexDamagedException;
import io.skipping.index.store.segment.IndexLostException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.ChecksumException;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSDataOutputStreamBuilder;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;

/** Stores files in any of Hadoop's file systems. */
public final class HadoopFileStore implements FileStore {
    /** what S3A of Hadoop 3.4.2 and later calls a PUT that fails if the object exists */
    private static final String CONDITIONAL_CREATE = "fs.option.create.conditional.overwrite";

    /** what S3 answers to a conditional PUT if the file exists, and if another request for it is under way */
    private static final Set<Integer> S3_CONFLICTS = ImmutableSet.of(412, 409);

    private static final String FILE_SCHEME = "file";
    private static final String HDFS_SCHEME = "hdfs";

    /** by name, because a session without HDFS need not have its client */
    private static final String BLOCK_MISSING = "org.apache.hadoop.hdfs.BlockMissingException";

    private final Configuration configuration;
    private final String s3Scheme;

    /**
     * Creates a store with the rights of this process.
     *
     * @param s3Scheme the scheme by which Hadoop reads what indexes call {@code s3}
     */
    public HadoopFileStore(Configuration configuration, String s3Scheme) {
        this.configuration = requireNonNull(configuration, "configuration is null");
        this.s3Scheme = requireNonNull(s3Scheme, "s3Scheme is null");
    }

    @Override
    public List<StoredFile> list(FileLocation folder) {
        List<StoredFile> files = new ArrayList<>();
        try {
            Path path = path(folder);
            if (isOf(path, FILE_SCHEME)) {
                return LocalFolder.list(java.nio.file.Path.of(path.toUri().getPath()));
            }
            RemoteIterator<LocatedFileStatus> listed = fileSystem(path).listFiles(path, true);
            while (listed.hasNext()) {
                FileStatus file = listed.next();
                files.add(new StoredFile(
                        new FileLocation(Locations.inIndex(file.getPath())),
                        file.getLen(),
                        Instant.ofEpochMilli(file.getModificationTime())));
            }
            return files;
        } catch (FileNotFoundException e) {
            // a folder without files does not exist
            return files;
        } catch (IOException | RuntimeException e) {
            throw failure("list", folder, e);
        }
    }

    /**
     * Returns whether there is a folder; at a store without folders, whether files are in it. If none is, that is one request to S3, and a
     * listing is three.
     *
     * @throws IndexUnavailableException if that cannot be determined
     */
    @SuppressWarnings("deprecation")
    boolean hasFolder(FileLocation folder) {
        try {
            Path path = path(folder);
            // deprecated in favour of a method for which S3A also asks for a file of that name
            return fileSystem(path).isDirectory(path);
        } catch (IOException | RuntimeException e) {
            throw failure("list", folder, e);
        }
    }

    @Override
    public byte[] read(FileLocation location, long bytes) {
        Path path = path(location);
        try (FSDataInputStream input = fileSystem(path).open(path)) {
            byte[] content = new byte[Math.toIntExact(bytes)];
            input.readFully(0, content);
            return content;
        } catch (IOException | RuntimeException e) {
            throw unread(location, e);
        }
    }

    /** Returns an exception which says whether another attempt may read the file. */
    private static IndexUnavailableException unread(FileLocation location, Exception cause) {
        String message = "Cannot read index %s: %s".formatted(location, cause.getMessage());
        List<Throwable> causes = Throwables.getCausalChain(cause);
        if (causes.stream().anyMatch(ChecksumException.class::isInstance)) {
            return new IndexDamagedException(message, cause);
        }
        return causes.stream().anyMatch(each -> each.getClass().getName().equals(BLOCK_MISSING))
                ? new IndexLostException(message, cause)
                : new IndexUnavailableException(message, cause);
    }

    @Override
    public void write(FileLocation location, ByteBuffer content) {
        Path path = path(location);
        try {
            if (isVisibleWhileWritten(path)) {
                Path temporary = temporary(path);
                write(fileSystem(path).create(temporary, true), content);
                if (!fileSystem(path).rename(temporary, path)) {
                    throw new IOException("%s cannot be renamed to %s".formatted(temporary, path));
                }
            } else {
                write(fileSystem(path).create(path, true), content);
            }
        } catch (IOException | RuntimeException e) {
            throw failure("write", location, e);
        }
    }

    /** Returns whether a file can be seen before it is complete, in which case it is written under another name. */
    private static boolean isVisibleWhileWritten(Path path) {
        return isOf(path, FILE_SCHEME) || isOf(path, HDFS_SCHEME);
    }

    private static Path temporary(Path path) {
        return new Path(path.getParent(), ".%s-%s".formatted(path.getName(), UUID.randomUUID()));
    }

    private static void write(FSDataOutputStream output, ByteBuffer content) throws IOException {
        try (output) {
            output.write(content.array(), content.arrayOffset() + content.position(), content.remaining());
        }
    }

    @Override
    public boolean createExclusive(FileLocation location, byte[] content) {
        Path path = path(location);
        try {
            if (isOf(path, FILE_SCHEME)) {
                return link(path, content);
            }
            if (isOf(path, HDFS_SCHEME)) {
                return rename(path, content);
            }
            if (!fileSystem(path).hasPathCapability(path, CONDITIONAL_CREATE)) {
                throw new IndexUnavailableException(
                        ("Cannot publish index %s: the file system of Hadoop for '%s' cannot create a file only if it does not"
                                        + " exist yet; S3A can from Hadoop 3.4.2 on")
                                .formatted(location, path.toUri().getScheme()));
            }
            FSDataOutputStreamBuilder<?, ?> creation = fileSystem(path).createFile(path);
            creation.must(CONDITIONAL_CREATE, true);
            write(creation.build(), ByteBuffer.wrap(content));
            return true;
        } catch (IOException e) {
            if (isConflict(e)) {
                return false;
            }
            throw failure("write", location, e);
        }
    }

    /**
     * Returns whether a file was not created because it exists, or may exist. S3A's exceptions for that are those of a file that changed
     * and of a bad request, and each has the answer of S3 as its cause. The file may be our own, if S3A or the client in it has repeated
     * the request.
     */
    private static boolean isConflict(IOException failure) {
        return failure instanceof FileAlreadyExistsException
                || Throwables.getCausalChain(failure).stream()
                        .anyMatch(cause -> S3_CONFLICTS.contains(statusCode(cause)));
    }

    /** Returns the status of an answer of S3; 0 if it is anything else. Only sessions with S3A have the classes of its client. */
    private static int statusCode(Throwable answer) {
        try {
            return answer.getClass().getMethod("statusCode").invoke(answer) instanceof Integer status ? status : 0;
        } catch (ReflectiveOperationException e) {
            return 0;
        }
    }

    /** Creates a file on a local disk: a link to a name that exists fails. */
    private boolean link(Path path, byte[] content) throws IOException {
        java.nio.file.Path file = java.nio.file.Path.of(path.toUri().getPath());
        Files.createDirectories(file.getParent());
        java.nio.file.Path temporary = file.resolveSibling(temporary(path).getName());
        try {
            Files.write(temporary, content);
            Files.createLink(file, temporary);
            return true;
        } catch (java.nio.file.FileAlreadyExistsException e) {
            return false;
        } finally {
            Files.deleteIfExists(temporary);
        }
    }

    /** Creates a file in HDFS, which renames a file to a name that does not exist in one step. */
    private boolean rename(Path path, byte[] content) throws IOException {
        Path temporary = temporary(path);
        write(fileSystem(path).create(temporary, false), ByteBuffer.wrap(content));
        try {
            FileContext.getFileContext(path.toUri(), configuration).rename(temporary, path, Options.Rename.NONE);
            return true;
        } catch (FileAlreadyExistsException e) {
            fileSystem(path).delete(temporary, false);
            return false;
        }
    }

    @Override
    public void delete(Collection<FileLocation> locations) {
        for (FileLocation location : locations) {
            try {
                fileSystem(path(location)).delete(path(location), false);
            } catch (IOException | RuntimeException e) {
                throw failure("delete", location, e);
            }
        }
    }

    @Override
    public boolean exists(FileLocation location) {
        try {
            return fileSystem(path(location)).getFileStatus(path(location)).isFile();
        } catch (FileNotFoundException e) {
            return false;
        } catch (IOException | RuntimeException e) {
            throw failure("look for", location, e);
        }
    }

    @Override
    public void deleteFolder(FileLocation folder, BooleanSupplier isWanted) {
        try {
            if (isWanted.getAsBoolean()) {
                fileSystem(path(folder)).delete(path(folder), true);
            }
        } catch (IOException | RuntimeException e) {
            throw failure("delete", folder, e);
        }
    }

    private Path path(FileLocation location) {
        return Locations.inHadoop(location.text(), s3Scheme);
    }

    private FileSystem fileSystem(Path path) throws IOException {
        return path.getFileSystem(configuration);
    }

    private static boolean isOf(Path path, String scheme) {
        return scheme.equals(path.toUri().getScheme());
    }

    private static IndexUnavailableException failure(String verb, FileLocation location, Exception cause) {
        return new IndexUnavailableException(
                "Cannot %s index %s: %s".formatted(verb, location, cause.getMessage()), cause);
    }
}
