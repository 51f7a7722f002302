// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.local;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What the build of this project has left in its folders. */
public final class Checkout {
    private Checkout() {}

    /** The folder of the whole project. */
    public static Path root() {
        return target().getParent().getParent();
    }

    /** The plugin of this project, as a server takes it. */
    public static Path skippingPlugin() throws IOException {
        Path target = root().resolve("trino-skipping-plugin").resolve("target");
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
        throw new IOException("No plugin in %s: build it by 'mvn package'".formatted(target));
    }

    /** The jar of the job that builds indexes. */
    public static Path indexBuilder() throws IOException {
        return command("index-builder");
    }

    /** The jar of the command that trains layouts. */
    public static Path partitioner() throws IOException {
        return command("partitioner");
    }

    private static Path command(String module) throws IOException {
        Path jar = root().resolve(module).resolve("target").resolve(module + ".jar");
        if (!Files.exists(jar)) {
            throw new IOException("No %s: build it by 'mvn package'".formatted(jar));
        }
        return jar;
    }

    /** Archives of the Trino server and of plugins, in the local Maven repository. */
    static List<Path> trinoArchives() throws IOException {
        Path file = target().resolve("trino-archives.path");
        if (!Files.exists(file)) {
            throw new IOException("No %s: the build leaves it, in 'mvn process-classes'".formatted(file));
        }
        return Stream.of(Files.readString(file).strip().split(File.pathSeparator))
                .map(Path::of)
                .toList();
    }

    /** The build's folder of this module: that of classes, or of a jar of them, is in it. */
    private static Path target() {
        try {
            return Path.of(Checkout.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .getParent();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
