// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.trino;

import io.skipping.testing.folder.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Finds the unpacked Trino server of the release that this project is built for, and the plugins that belong to it. */
final class TrinoDistribution {
    private static final String SERVER = "trino-server-core";

    private final List<Path> archives;
    private final Path cache;

    private TrinoDistribution(List<Path> archives, Path cache) {
        this.archives = archives;
        this.cache = cache;
    }

    /** Returns the distribution that the build has found, unpacked in this user's cache folder. */
    static TrinoDistribution ofBuild() throws IOException {
        Path caches = Optional.ofNullable(System.getenv("XDG_CACHE_HOME"))
                .filter(folder -> !folder.isEmpty())
                .map(Path::of)
                .orElse(Path.of(System.getProperty("user.home"), ".cache"));
        return new TrinoDistribution(Checkout.trinoArchives(), caches.resolve("trino-skipping"));
    }

    Path server() throws IOException {
        return unpacked(SERVER);
    }

    Path libraries() throws IOException {
        return server().resolve("lib");
    }

    /**
     * Returns the folder of a plugin, by the name of its module in Trino: part of the server, or unpacked from an
     * archive of its own.
     */
    Path plugin(String name) throws IOException {
        if (name.equals("skipping_hive")) {
            return Checkout.skippingPlugin();
        }
        Path bundled = server().resolve("plugin").resolve(name);
        return Files.isDirectory(bundled) ? bundled : unpacked("trino-" + name);
    }

    private Path unpacked(String artifact) throws IOException {
        for (Path archive : archives) {
            if (archive.getFileName().toString().matches(artifact + "-[0-9].*")) {
                return Archives.unpacked(archive, cache);
            }
        }
        throw new IOException("%s is not among the archives that testing/pom.xml asks for".formatted(artifact));
    }
}
