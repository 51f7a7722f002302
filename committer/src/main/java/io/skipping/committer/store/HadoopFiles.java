// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.store;

import io.skipping.committer.data.ManifestFiles;
import io.skipping.committer.manifest.ManifestNames;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Reads the files of manifests from any Hadoop file system. Reading has no special requirements. */
public final class HadoopFiles implements ManifestFiles {
    private final FileSystem fileSystem;
    private final Path root;

    /**
     * Creates access to a folder.
     *
     * @param root the folder that paths are relative to
     */
    public HadoopFiles(FileSystem fileSystem, Path root) {
        this.fileSystem = fileSystem;
        this.root = root;
    }

    @Override
    public Optional<InputStream> open(String path) throws IOException {
        try {
            return Optional.of(fileSystem.open(HadoopStore.path(root, path)));
        } catch (FileNotFoundException e) {
            return Optional.empty();
        }
    }

    @Override
    public List<String> names(String folder) throws IOException {
        if (fileSystem.hasPathCapability(root, HadoopStore.CONDITIONAL_OVERWRITE_ETAG)) {
            return List.of();
        }
        try {
            return Stream.of(fileSystem.listStatus(
                            HadoopStore.path(root, folder),
                            path -> path.getName().startsWith(ManifestNames.PREFIX)))
                    .filter(FileStatus::isFile)
                    .map(status -> status.getPath().getName())
                    .toList();
        } catch (FileNotFoundException e) {
            return List.of();
        }
    }
}
