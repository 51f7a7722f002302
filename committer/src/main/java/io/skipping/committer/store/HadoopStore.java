// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.store;

import io.skipping.committer.option.CommitterOptions;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.EtagSource;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStreamBuilder;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.viewfs.ViewFileSystem;
import org.apache.hadoop.util.functional.FutureIO;

/** Provides a folder of a Hadoop file system. The subclasses handle the differences between file systems. */
public abstract class HadoopStore implements Store {
    /** An option of Hadoop 3.4.2 and later; defined here because earlier releases lack the constant. */
    static final String CONDITIONAL_OVERWRITE = "fs.option.create.conditional.overwrite";

    static final String CONDITIONAL_OVERWRITE_ETAG = "fs.option.create.conditional.overwrite.etag";

    private static final String LOCAL = "file";

    /** How deep the folders of buckets are in Ozone's file system {@code ofs}, below volumes. */
    private static final int OZONE_BUCKET = 2;

    /** Saves S3A a LIST before each PUT; other file systems ignore it. */
    private static final String CREATE_PERFORMANCE = "fs.s3a.create.performance";

    /** Is the file system of the folder. */
    protected final FileSystem fileSystem;
    /** Is the folder, qualified by its file system. */
    protected final Path root;

    HadoopStore(FileSystem fileSystem, Path root) {
        this.fileSystem = fileSystem;
        this.root = root;
    }

    /**
     * Returns the store of a destination, of the kind that its file system needs.
     *
     * @throws IOException if it is not known how concurrent jobs can commit safely there
     */
    public static HadoopStore at(Path folder, Configuration configuration) throws IOException {
        FileSystem fileSystem = folder.getFileSystem(configuration);
        Path root = fileSystem.makeQualified(folder);
        String setting = CommitterOptions.store(configuration);
        return switch (setting) {
            case "auto" -> chosen(fileSystem, root);
            case "conditional" -> new ConditionalStore(fileSystem, root);
            case "rename" -> new RenamingStore(fileSystem, root);
            case "link" -> new LocalStore(fileSystem, root);
            default ->
                throw new IllegalArgumentException("%s can't be '%s': auto, conditional, rename and link can be set"
                        .formatted(CommitterOptions.STORE, setting));
        };
    }

    private static HadoopStore chosen(FileSystem fileSystem, Path root) throws IOException {
        // a mount table passes the question on, and not the conditions
        boolean isMounted = fileSystem instanceof ViewFileSystem;
        if (!isMounted && fileSystem.hasPathCapability(root, CONDITIONAL_OVERWRITE_ETAG)) {
            return new ConditionalStore(fileSystem, root);
        }
        String scheme = scheme(fileSystem, root);
        return switch (scheme) {
            case LOCAL -> new LocalStore(fileSystem, root);
            // their renames fail if the destination exists
            case "hdfs", "webhdfs", "swebhdfs", "abfs", "abfss", "o3fs", "ofs" -> new RenamingStore(fileSystem, root);
            case "s3a" ->
                throw new IOException((isMounted
                                ? "Two jobs that commit to %s could lose each other's data: a mount table (viewfs) does not write conditionally; write to the s3a:// folder itself"
                                : "Two jobs that commit to %s could lose each other's data: S3A writes conditionally from Hadoop 3.4.2 on, unless fs.s3a.create.conditional.enabled is false")
                        .formatted(root));
            default ->
                throw new IOException(
                        "Cannot determine how concurrent jobs can commit safely to %s: the committer does not know file system '%s'. If its renames fail when the destination exists, set %s=rename; if it has the path capability '%s', set %s=conditional"
                                .formatted(
                                        root,
                                        scheme,
                                        CommitterOptions.STORE,
                                        CONDITIONAL_OVERWRITE_ETAG,
                                        CommitterOptions.STORE));
        };
    }

    /**
     * Returns the scheme of the file system that has a folder: with a mount table, the one that is mounted there. Local
     * files are only known without one, because they are written by the path that they have on this machine.
     */
    private static String scheme(FileSystem fileSystem, Path root) throws IOException {
        if (!(fileSystem instanceof ViewFileSystem)) {
            return fileSystem.getUri().getScheme();
        }
        // a folder that does not exist yet cannot be resolved
        for (Path folder = root; folder != null; folder = folder.getParent()) {
            try {
                String scheme = fileSystem.resolvePath(folder).toUri().getScheme();
                return scheme.equals(LOCAL) ? "viewfs of local files" : scheme;
            } catch (FileNotFoundException e) {
                // its parent may exist
            }
        }
        return fileSystem.getUri().getScheme();
    }

    @Override
    public String location() {
        return root.toString();
    }

    /** Returns a store of the same kind in another folder of the file system. */
    protected abstract HadoopStore of(Path folder);

    @Override
    public Optional<Parent> parent() {
        return Optional.ofNullable(root.getParent())
                .filter(HadoopStore::mayHaveFiles)
                .map(above -> new Parent(of(above), root.getName()));
    }

    /** Returns whether a folder is one: what is above the buckets of Ozone has no files, and fails to look for one. */
    private static boolean mayHaveFiles(Path folder) {
        return !"ofs".equals(folder.toUri().getScheme()) || folder.depth() >= OZONE_BUCKET;
    }

    /** Returns the path of an object, or of a folder, that is given relative to this one. */
    protected Path path(String relative) {
        return path(root, relative);
    }

    static Path path(Path root, String relative) {
        // otherwise the text before a colon would be taken for a scheme
        String text = relative.indexOf(':') < 0 ? relative : "./" + relative;
        return relative.isEmpty() ? root : new Path(root, text);
    }

    /** Returns what opens a stream to an object, replaces the object if it exists, and makes the folders above. */
    protected FSDataOutputStreamBuilder<?, ?> writer(String path) {
        FSDataOutputStreamBuilder<?, ?> writer = fileSystem.createFile(path(path));
        writer.create();
        writer.overwrite(true);
        writer.recursive();
        writer.opt(CREATE_PERFORMANCE, true);
        return writer;
    }

    @Override
    public OutputStream write(String path) throws IOException {
        return writer(path).build();
    }

    @Override
    public void put(String path, Content content) throws IOException {
        try (OutputStream out = writer(path).build()) {
            content.writeTo(out);
        }
    }

    @Override
    public Optional<Opened> open(String path) throws IOException {
        try {
            FileStatus status = fileSystem.getFileStatus(path(path));
            FSDataInputStream stream = FutureIO.awaitFuture(
                    fileSystem.openFile(path(path)).withFileStatus(status).build());
            return Optional.of(new Opened(stream, etag(status)));
        } catch (FileNotFoundException e) {
            return Optional.empty();
        }
    }

    static Optional<String> etag(FileStatus status) {
        return status instanceof EtagSource source ? Optional.ofNullable(source.getEtag()) : Optional.empty();
    }

    @Override
    public void list(String folder, ListingConsumer consumer) throws IOException {
        Deque<Path> folders = new ArrayDeque<>(List.of(path(folder)));
        while (!folders.isEmpty()) {
            FileStatus[] children;
            try {
                children = fileSystem.listStatus(folders.pop());
            } catch (FileNotFoundException e) {
                // does not exist, or was deleted since its parent was listed; this ends only this folder
                continue;
            }
            for (FileStatus child : children) {
                if (child.isDirectory()) {
                    folders.push(child.getPath());
                } else {
                    consumer.accept(stored(child));
                }
            }
        }
    }

    /**
     * Returns an object of a listing.
     *
     * @throws IOException if it is not in this folder
     */
    protected StoredObject stored(FileStatus status) throws IOException {
        String base = root.toUri().getPath();
        String prefix = base.endsWith("/") ? base : base + "/";
        String path = status.getPath().toUri().getPath();
        if (!path.startsWith(prefix)) {
            throw new IOException("The listing of %s has %s, which is not in it".formatted(root, path));
        }
        return new StoredObject(
                path.substring(prefix.length()), status.getLen(), status.getModificationTime(), etag(status));
    }

    @Override
    public List<String> names(String folder, String prefix) throws IOException {
        try {
            return Stream.of(fileSystem.listStatus(path(folder)))
                    .filter(FileStatus::isFile)
                    .map(status -> status.getPath().getName())
                    .filter(name -> name.startsWith(prefix))
                    .toList();
        } catch (FileNotFoundException e) {
            return List.of();
        }
    }

    @Override
    public void delete(Collection<String> paths) throws IOException {
        for (String path : paths) {
            fileSystem.delete(path(path), false);
        }
    }

    @Override
    public void deleteEmptyFolder(String folder) throws IOException {
        try {
            fileSystem.delete(path(folder), false);
        } catch (FileNotFoundException e) {
            // already deleted
        } catch (IOException e) {
            if (fileSystem.listStatus(path(folder)).length == 0) {
                throw e;
            }
        }
    }
}
