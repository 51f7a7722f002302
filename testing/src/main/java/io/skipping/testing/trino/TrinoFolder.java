// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.trino;

import io.skipping.testing.folder.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Lays out the folder of one server: {@code etc}, {@code plugin} with just the plugins that it needs, {@code
 * data}, {@code server.log}.
 */
record TrinoFolder(Path path) {
    Path config() {
        return path.resolve("etc").resolve("config.properties");
    }

    Path logLevels() {
        return path.resolve("etc").resolve("log.properties");
    }

    Path log() {
        return path.resolve("server.log");
    }

    Path data() {
        return path.resolve("data");
    }

    private Path catalogs() {
        return path.resolve("etc").resolve("catalog");
    }

    private Path plugins() {
        return path.resolve("plugin");
    }

    /** Writes everything anew, so that nothing of an earlier server remains. */
    void write(
            int port,
            Map<String, PluginFiles> plugins,
            Map<String, Map<String, String>> catalogs,
            Map<String, String> extra)
            throws IOException {
        Folders.delete(path);
        Files.createDirectories(catalogs());
        Files.createDirectories(plugins());
        Files.createDirectories(data());
        for (Map.Entry<String, PluginFiles> plugin : plugins.entrySet()) {
            plugin.getValue().install(plugins().resolve(plugin.getKey()));
        }
        for (Map.Entry<String, Map<String, String>> catalog : catalogs.entrySet()) {
            writeProperties(catalogs().resolve(catalog.getKey() + ".properties"), catalog.getValue());
        }
        Map<String, String> config = new LinkedHashMap<>();
        config.put("coordinator", "true");
        config.put("node-scheduler.include-coordinator", "true");
        config.put("http-server.http.port", Integer.toString(port));
        config.put("discovery.uri", "http://127.0.0.1:" + port);
        config.put("plugin.dir", plugins().toAbsolutePath().toString());
        config.put("catalog.config-dir", catalogs().toAbsolutePath().toString());
        config.putAll(extra);
        writeProperties(config(), config);
        writeProperties(logLevels(), Map.of("io.trino", "INFO", "io.skipping", "INFO"));
    }

    private static void writeProperties(Path file, Map<String, String> properties) throws IOException {
        List<String> lines = properties.entrySet().stream()
                .map(property -> property.getKey() + "=" + property.getValue())
                .collect(Collectors.toList());
        Files.write(file, lines);
    }
}
