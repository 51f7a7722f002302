// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.store;

import io.skipping.index.store.FileLocation;
import io.skipping.index.store.StoredFile;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;

/**
 * Lists folders of a local disk. Hadoop's file system runs a process for each file that it lists, to learn its rights, and fails if
 * the file is gone by then.
 */
final class LocalFolder {
    private LocalFolder() {}

    /** Returns all files in a folder and in those in it; none if there is no folder. */
    static List<StoredFile> list(Path folder) throws IOException {
        List<StoredFile> files = new ArrayList<>();
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                files.add(new StoredFile(
                        new FileLocation(Locations.inIndex(new org.apache.hadoop.fs.Path(file.toUri()))),
                        attributes.size(),
                        attributes.lastModifiedTime().toInstant()));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
                if (failure instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE;
                }
                throw failure;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path visited, IOException failure) throws IOException {
                if (failure == null || failure instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE;
                }
                throw failure;
            }
        });
        return files;
    }
}
