// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.meters.sink;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.stream.Stream;

/** Writes objects as files in a folder. */
public final class LocalFolderSink implements ObjectSink {
    private final Path folder;

    /**
     * Creates a sink.
     *
     * @param folder created when the first object is written
     */
    public LocalFolderSink(Path folder) {
        this.folder = folder;
    }

    @Override
    public void write(String key, Content content) throws IOException {
        Path file = folder.resolve(key);
        // readers of Hive tables ignore names that begin with a dot
        Path unfinished = file.resolveSibling("." + file.getFileName() + ".unfinished");
        Files.createDirectories(file.getParent());
        try {
            try (OutputStream out = Files.newOutputStream(unfinished)) {
                content.writeTo(out);
            }
            Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(unfinished);
        }
    }

    /** Returns whether the folder is empty or does not exist. */
    public boolean isEmpty() throws IOException {
        if (!Files.exists(folder)) {
            return true;
        }
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.findAny().isEmpty();
        }
    }
}
