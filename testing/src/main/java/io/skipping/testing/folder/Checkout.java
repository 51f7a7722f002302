// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.folder;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds what the build of this project has left in its folders. */
public final class Checkout {
    /** A file that exists in no folder but the root of the project. */
    private static final Path MARK = Path.of("bin", "lib.sh");

    private static final Path ROOT = above(classes())
            .or(() -> above(Path.of("").toAbsolutePath()))
            .orElseThrow(
                    () -> new IllegalStateException("Not in a checkout of this project: no folder above %s or %s has %s"
                            .formatted(classes(), Path.of("").toAbsolutePath(), MARK)));

    private Checkout() {}

    /** Returns the root folder of the project. */
    public static Path root() {
        return ROOT;
    }

    private static Optional<Path> above(Path start) {
        return Stream.iterate(start, folder -> folder != null, Path::getParent)
                .filter(folder -> Files.exists(folder.resolve(MARK)))
                .findFirst();
    }

    /**
     * Returns the folder of this project's plugin, as a server loads it.
     *
     * @param release the release of Trino that the plugin is for
     */
    public static Path skippingPlugin(String release) throws IOException {
        Path target = root().resolve("trino-skipping-plugin")
                .resolve("trino-" + release)
                .resolve("target");
        if (Files.isDirectory(target)) {
            try (Stream<Path> files = Files.list(target)) {
                List<Path> folders = files.filter(Files::isDirectory)
                        .filter(folder -> folder.getFileName().toString().startsWith("trino-skipping-plugin-"))
                        .toList();
                if (folders.size() == 1) {
                    return folders.getFirst();
                }
            }
        }
        throw new IOException("No plugin in %s: build it with 'mvn package'".formatted(target));
    }

    /** Returns the jar of the job that builds indexes. */
    public static Path indexBuilder() throws IOException {
        return jar("index-builder");
    }

    /** Returns the jar of the command that trains layouts. */
    public static Path partitioner() throws IOException {
        return jar("partitioner");
    }

    /** Returns the jar of the adapter for Spark. */
    public static Path sparkSkipping() throws IOException {
        return jar("spark-skipping");
    }

    private static Path jar(String module) throws IOException {
        Path jar = root().resolve(module).resolve("target").resolve(module + ".jar");
        if (!Files.exists(jar)) {
            throw new IOException("No %s: build it with 'mvn package'".formatted(jar));
        }
        return jar;
    }

    /** Returns the archives of the Trino server and of plugins in the local Maven repository. */
    public static List<Path> trinoArchives() throws IOException {
        return classPath(root().resolve("testing").resolve("target").resolve("trino-archives.path"));
    }

    /** Returns the files that a class path file of the build lists. */
    public static List<Path> classPath(Path file) throws IOException {
        if (!Files.exists(file)) {
            throw new IOException("No %s: build it with 'mvn process-classes'".formatted(file));
        }
        return Stream.of(Files.readString(file).strip().split(File.pathSeparator))
                .map(Path::of)
                .toList();
    }

    /** Returns where this class was loaded from: a folder of classes or a jar, which may lie outside the checkout. */
    private static Path classes() {
        try {
            return Path.of(Checkout.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
