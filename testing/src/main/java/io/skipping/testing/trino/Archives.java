// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.trino;

import io.skipping.testing.folder.Folders;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/** Unpacks archives once for all processes that need them. */
final class Archives {
    private Archives() {}

    /**
     * Returns the single folder that an archive contains, after unpacking it into the cache if necessary. Safe for
     * concurrent processes: a folder appears as a whole or not at all.
     */
    static Path unpacked(Path archive, Path cache) throws IOException {
        String name = archive.getFileName().toString().replaceFirst("\\.(tar\\.gz|zip)$", "");
        Path folder = cache.resolve(name);
        if (Files.isDirectory(folder)) {
            return folder;
        }
        Files.createDirectories(cache);
        Path unfinished = Files.createTempDirectory(cache, "unfinished-");
        try {
            if (archive.toString().endsWith(".zip")) {
                unzip(archive, unfinished);
            } else {
                untar(archive, unfinished);
            }
            Path content = unfinished.resolve(name);
            if (!Files.isDirectory(content)) {
                throw new IOException("%s does not hold a folder %s".formatted(archive, name));
            }
            publish(content, folder);
        } finally {
            Folders.delete(unfinished);
        }
        return folder;
    }

    private static void publish(Path content, Path folder) throws IOException {
        try {
            Files.move(content, folder, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            // another process was faster
            if (!Files.isDirectory(folder)) {
                throw e;
            }
        }
    }

    private static void unzip(Path archive, Path destination) throws IOException {
        try (InputStream file = Files.newInputStream(archive);
                ZipInputStream zip = new ZipInputStream(file)) {
            for (ZipEntry entry = zip.getNextEntry(); entry != null; entry = zip.getNextEntry()) {
                Path path = destination.resolve(entry.getName()).normalize();
                if (!path.startsWith(destination)) {
                    throw new IOException(
                            "%s holds a path that leads out of it: %s".formatted(archive, entry.getName()));
                }
                if (entry.isDirectory()) {
                    Files.createDirectories(path);
                } else {
                    Files.createDirectories(path.getParent());
                    Files.copy(zip, path);
                }
            }
        }
    }

    /** Unpacks with the system's tar, which supports hard links and file modes. */
    private static void untar(Path archive, Path destination) throws IOException {
        Process tar = new ProcessBuilder("tar", "-xzf", archive.toString(), "-C", destination.toString())
                .redirectErrorStream(true)
                .start();
        try {
            String output = new String(tar.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (tar.waitFor() != 0) {
                throw new IOException("Can't unpack %s: %s".formatted(archive, output.strip()));
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("Interrupted while unpacking " + archive);
        } finally {
            tar.destroyForcibly();
        }
    }
}
