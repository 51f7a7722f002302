// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.trino;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Puts the files of a plugin into a server. */
sealed interface PluginFiles {
    /** Makes the plugin appear as this folder, which must not exist. */
    void install(Path destination) throws IOException;

    /**
     * Holds a folder that drops into a server.
     *
     * @param folder the folder with the plugin's jars
     */
    record Folder(Path folder) implements PluginFiles {
        @Override
        public void install(Path destination) throws IOException {
            Files.createSymbolicLink(destination, folder.toAbsolutePath());
        }
    }

    /**
     * Holds jars that together are a plugin.
     *
     * @param jars the jars, whose names need not differ
     * @param pluginClass the class of the plugin in them
     */
    record Assembled(List<Path> jars, String pluginClass) implements PluginFiles {
        private static final Path SERVICE = Path.of("META-INF", "services", "io.trino.spi.Plugin");

        @Override
        public void install(Path destination) throws IOException {
            Files.createDirectories(destination);
            for (int i = 0; i < jars.size(); i++) {
                // numbered, since jars of different groups may have the same name
                Path link =
                        destination.resolve("%03d-%s".formatted(i, jars.get(i).getFileName()));
                Files.createSymbolicLink(link, jars.get(i).toAbsolutePath());
            }
            Path service = destination.resolve("service").resolve(SERVICE);
            Files.createDirectories(service.getParent());
            Files.writeString(service, pluginClass);
        }
    }
}
