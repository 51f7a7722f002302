// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.store;

import io.skipping.committer.manifest.ManifestNames;
import java.io.IOException;
import java.io.OutputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Provides a folder of a file system whose rename fails if the destination exists, as in HDFS. */
final class RenamingStore extends HadoopStore {
    RenamingStore(FileSystem fileSystem, Path root) {
        super(fileSystem, root);
    }

    @Override
    protected HadoopStore of(Path folder) {
        return new RenamingStore(fileSystem, folder);
    }

    @Override
    public boolean replacesConditionally() {
        return false;
    }

    @Override
    public boolean create(String path, Content content) throws IOException {
        Path target = path(path);
        Path temporary = new Path(target.getParent(), ManifestNames.newTemporary());
        try (OutputStream out = fileSystem
                .createFile(temporary)
                .create()
                .overwrite(false)
                .recursive()
                .build()) {
            content.writeTo(out);
        }
        boolean renamed = false;
        try {
            renamed = fileSystem.rename(temporary, target);
        } catch (FileAlreadyExistsException e) {
            // some file systems return false, some throw
        } finally {
            if (!renamed) {
                fileSystem.delete(temporary, false);
            }
        }
        if (!renamed && !fileSystem.exists(target)) {
            throw new IOException("Can't rename %s to %s, for an unknown reason".formatted(temporary, target));
        }
        return renamed;
    }

    @Override
    public boolean replace(String path, String etag, Content content) {
        throw new UnsupportedOperationException("%s has no conditional PUT".formatted(root));
    }
}
