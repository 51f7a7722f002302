// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.store;

import io.skipping.committer.data.ReplacedFiles;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.BulkDelete;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FSDataOutputStreamBuilder;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Stores objects with conditional PUT, as S3A supports from Hadoop 3.4.2 on. */
final class ConditionalStore extends HadoopStore {
    private static final Logger LOG = LoggerFactory.getLogger(ConditionalStore.class);

    ConditionalStore(FileSystem fileSystem, Path root) {
        super(fileSystem, root);
    }

    @Override
    protected HadoopStore of(Path folder) {
        return new ConditionalStore(fileSystem, folder);
    }

    @Override
    public boolean replacesConditionally() {
        return true;
    }

    @Override
    public boolean create(String path, Content content) throws IOException {
        FSDataOutputStreamBuilder<?, ?> writer = writer(path);
        writer.must(CONDITIONAL_OVERWRITE, true);
        return write(writer, path, content);
    }

    @Override
    public boolean replace(String path, String etag, Content content) throws IOException {
        FSDataOutputStreamBuilder<?, ?> writer = writer(path);
        writer.must(CONDITIONAL_OVERWRITE_ETAG, etag);
        return write(writer, path, content);
    }

    private static boolean write(FSDataOutputStreamBuilder<?, ?> writer, String path, Content content)
            throws IOException {
        try {
            FSDataOutputStream out = (FSDataOutputStream) writer.build();
            try (OutputStream closed = out) {
                try {
                    content.writeTo(closed);
                } catch (IOException | RuntimeException | Error e) {
                    // closing would publish an incomplete object
                    out.abort();
                    throw e;
                }
            }
            return true;
        } catch (FileAlreadyExistsException e) {
            return false;
        } catch (FileNotFoundException e) {
            // S3's answer if the object to replace no longer exists
            return false;
        } catch (IOException e) {
            if (ReplacedFiles.isSaidBy(e)) {
                LOG.debug("Something else is at {}", path, e);
                return false;
            }
            if (saysThatPutsConflict(e)) {
                throw new ConflictException(path, e);
            }
            throw e;
        }
    }

    private static boolean saysThatPutsConflict(IOException e) {
        // S3A has no class of its own for this answer, which S3 gives with status 409
        return String.valueOf(e.getMessage()).contains("ConditionalRequestConflict");
    }

    /** Lists all objects at once, because an object store has no folders that would have to be listed one by one. */
    @Override
    public void list(String folder, ListingConsumer consumer) throws IOException {
        RemoteIterator<LocatedFileStatus> files;
        boolean more;
        try {
            files = fileSystem.listFiles(path(folder), true);
            more = files.hasNext();
        } catch (FileNotFoundException e) {
            return;
        }
        // from here on, "not found" would mean an incomplete listing
        while (more) {
            consumer.accept(stored(files.next()));
            more = files.hasNext();
        }
    }

    @Override
    public void delete(Collection<String> paths) throws IOException {
        if (paths.isEmpty()) {
            return;
        }
        try (BulkDelete bulk = fileSystem.createBulkDelete(root)) {
            List<Path> page = new ArrayList<>();
            for (String path : paths) {
                page.add(path(path));
                if (page.size() == bulk.pageSize()) {
                    delete(bulk, page);
                    page.clear();
                }
            }
            if (!page.isEmpty()) {
                delete(bulk, page);
            }
        }
    }

    private void delete(BulkDelete bulk, List<Path> page) throws IOException {
        List<Map.Entry<Path, String>> failures = bulk.bulkDelete(page);
        if (!failures.isEmpty()) {
            throw new IOException("Can't delete %,d of %,d objects in %s, such as %s: %s"
                    .formatted(
                            failures.size(),
                            page.size(),
                            root,
                            failures.get(0).getKey(),
                            failures.get(0).getValue()));
        }
    }

    @Override
    public void deleteEmptyFolder(String folder) {
        // there are no folders
    }
}
