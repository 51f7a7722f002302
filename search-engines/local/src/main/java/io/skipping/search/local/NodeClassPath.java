// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.search.local;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds what the build of a node's module has left: its classes, and the list of the libraries that they need. */
final class NodeClassPath {
    private static final String ENGINES = "search-engines";

    private NodeClassPath() {}

    /** Returns a class path for {@code java -cp}. */
    static String of(SearchProduct product) throws IOException {
        Path target = engines().resolve(product.module()).resolve("target");
        Path classes = target.resolve("classes");
        Path libraries = target.resolve("classpath.txt");
        if (!Files.isDirectory(classes) || !Files.exists(libraries)) {
            throw new IOException("No %s for %s: build it with 'mvn process-classes -pl %s/%s'"
                    .formatted(Files.isDirectory(classes) ? libraries : classes, product, ENGINES, product.module()));
        }
        return classes + File.pathSeparator + Files.readString(libraries).strip();
    }

    /** Returns the folder of the modules, in the checkout that contains this class or else the working directory. */
    private static Path engines() throws IOException {
        List<Path> starts = List.of(ownLocation(), Path.of("").toAbsolutePath());
        return starts.stream()
                .map(NodeClassPath::enginesAbove)
                .flatMap(Optional::stream)
                .findFirst()
                .orElseThrow(() -> new IOException(
                        "Neither %s nor %s is in a checkout with a folder '%s'; search engines run only from a checkout"
                                .formatted(starts.get(0), starts.get(1), ENGINES)));
    }

    private static Optional<Path> enginesAbove(Path start) {
        return Stream.iterate(start, path -> path != null, Path::getParent)
                .map(path -> path.resolve(ENGINES))
                .filter(Files::isDirectory)
                .findFirst();
    }

    /** Returns the folder or jar from which this class was loaded. */
    private static Path ownLocation() {
        try {
            return Path.of(NodeClassPath.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
