// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.trino;

import io.skipping.testing.folder.Checkout;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Locates a server of a release of which Trino publishes libraries only, put together from these. Its code and its
 * settings are those of a released server, and it loads plugins from folders, as that does.
 *
 * @param libraries of the server, and of the plugins whose dependencies it has all of
 * @param classes the folder of the class that starts it
 */
record AssembledServer(TrinoRelease release, List<Path> libraries, Path classes) implements TrinoDistribution {
    static AssembledServer ofBuild(TrinoRelease release) throws IOException {
        Path target = module(release).resolve("target");
        return new AssembledServer(
                release, Checkout.classPath(target.resolve("server.classpath")), target.resolve("classes"));
    }

    /** Returns the folder of the module that asks for the libraries. */
    private static Path module(TrinoRelease release) {
        return Checkout.root().resolve("testing").resolve("trino-" + release);
    }

    @Override
    public List<String> main() {
        String path = String.join(
                File.pathSeparator,
                Stream.concat(Stream.of(classes), libraries.stream())
                        .map(Path::toString)
                        .toList());
        return List.of("-cp", path, "io.skipping.testing.server.TrinoServer", release.toString());
    }

    @Override
    public PluginFiles plugin(String name) throws IOException {
        return switch (name) {
            case "tpch" -> new PluginFiles.Assembled(libraries, "io.trino.plugin.tpch.TpchPlugin");
            case "iceberg" ->
                new PluginFiles.Assembled(
                        Checkout.classPath(module(release).resolve("iceberg/target/plugin.classpath")),
                        "io.trino.plugin.iceberg.IcebergPlugin");
            case "hive" -> new PluginFiles.Assembled(hive(), "io.trino.plugin.hive.HivePlugin");
            default -> throw new IOException("Trino %s publishes no plugin %s".formatted(release, name));
        };
    }

    /** Returns what our plugin wraps: all of its folder that is not ours. */
    private List<Path> hive() throws IOException {
        try (Stream<Path> files = Files.list(Checkout.skippingPlugin(release.toString()))) {
            return files.filter(file -> !file.getFileName().toString().startsWith("io.skipping."))
                    .filter(file -> !file.getFileName().toString().startsWith("trino-skipping-plugin-"))
                    .toList();
        }
    }
}
