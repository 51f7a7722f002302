// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.base.Suppliers;
import com.google.inject.Key;
import io.trino.metadata.HandleResolver;
import io.trino.server.PluginClassLoader;
import io.trino.server.PluginManager;
import io.trino.spi.Plugin;
import io.trino.spi.classloader.ThreadContextClassLoader;
import io.trino.testing.DistributedQueryRunner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The plugin that tests install: the folder that users put into a server, loaded by the server's own class loader. No
 * server of this release is published, so it cannot be tested in one. All servers of a process share what is loaded, as
 * those of 476 share the classes of its tests: thousands of classes that each test class loads, and compiles, anew took a
 * few seconds of each.
 */
final class InstalledPlugin {
    private static final Path TARGET = Path.of("target");

    /** Loads the folder as it is. */
    private static final Supplier<PluginClassLoader> FOLDER = Suppliers.memoize(() -> loader(jars()));

    private InstalledPlugin() {}

    /** @param drivers jars that a user has put into the folder */
    static void install(DistributedQueryRunner runner, Path... drivers) {
        PluginClassLoader loader = drivers.length == 0
                ? FOLDER.get()
                : loader(Stream.concat(jars().stream(), Stream.of(drivers).map(InstalledPlugin::url))
                        .toList());
        runner.getServers()
                .forEach(server ->
                        server.getInstance(Key.get(HandleResolver.class)).registerClassLoader(loader));
        try (ThreadContextClassLoader _ = new ThreadContextClassLoader(loader)) {
            // a server of tests would create event listeners, too, which are not configured
            ServiceLoader.load(Plugin.class, loader).stream()
                    .map(ServiceLoader.Provider::get)
                    .filter(plugin -> plugin.getConnectorFactories().iterator().hasNext())
                    .forEach(runner::installPlugin);
        }
    }

    private static PluginClassLoader loader(List<URL> jars) {
        return PluginManager.createClassLoader("skipping", jars);
    }

    private static List<URL> jars() {
        try (Stream<Path> files = Files.list(folder())) {
            return files.map(InstalledPlugin::url).collect(toImmutableList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path folder() throws IOException {
        try (Stream<Path> files = Files.list(TARGET)) {
            return files.filter(Files::isDirectory)
                    .filter(folder -> folder.getFileName().toString().startsWith("trino-skipping-plugin-"))
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException(
                            "No plugin in %s: build it with 'mvn package'".formatted(TARGET.toAbsolutePath())));
        }
    }

    private static URL url(Path file) {
        try {
            return file.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException(e);
        }
    }
}
