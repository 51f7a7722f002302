// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.trino;

import io.skipping.testing.folder.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Locates a server and plugins that Trino publishes as archives, unpacked. */
final class PublishedServer implements TrinoDistribution {
    private static final String SERVER = "trino-server-core";

    private final List<Path> archives;
    private final Path cache;

    private PublishedServer(List<Path> archives, Path cache) {
        this.archives = archives;
        this.cache = cache;
    }

    /** Returns the archives that the build has found, unpacked in this user's cache folder. */
    static PublishedServer ofBuild() throws IOException {
        Path caches = Optional.ofNullable(System.getenv("XDG_CACHE_HOME"))
                .filter(folder -> !folder.isEmpty())
                .map(Path::of)
                .orElse(Path.of(System.getProperty("user.home"), ".cache"));
        return new PublishedServer(Checkout.trinoArchives(), caches.resolve("trino-skipping"));
    }

    Path server() throws IOException {
        return unpacked(SERVER);
    }

    @Override
    public List<String> main() throws IOException {
        Path server = server();
        return List.of(
                // its classes are mapped, not parsed, which saves a third of the CPU time of a start. The first server
                // makes the
                // archive, for which it takes some seconds more to stop; any later one does so that has another Java
                "-XX:+AutoCreateSharedArchive",
                "-XX:SharedArchiveFile=" + server.resolveSibling(server.getFileName() + "-classes.jsa"),
                "-cp",
                server.resolve("lib") + "/*",
                "io.trino.server.TrinoServer");
    }

    @Override
    public PluginFiles plugin(String name) throws IOException {
        Path bundled = server().resolve("plugin").resolve(name);
        return new PluginFiles.Folder(Files.isDirectory(bundled) ? bundled : unpacked("trino-" + name));
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
