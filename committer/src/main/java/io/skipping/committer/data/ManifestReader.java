// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.data;

import io.skipping.committer.manifest.Manifest;
import io.skipping.committer.manifest.ManifestCodec;
import io.skipping.committer.manifest.ManifestFormatException;
import io.skipping.committer.manifest.ManifestNames;
import io.skipping.committer.manifest.MissingListException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Reads manifests to find out which objects of a folder count. */
public final class ManifestReader {
    private static final int ATTEMPTS = 5;

    private ManifestReader() {}

    /**
     * Reads the data set of a folder as it is now. Later commits do not change its answers.
     *
     * @param folder relative to the root; "" or with a trailing slash
     * @throws ManifestFormatException if the manifest cannot be understood
     */
    public static DataSet read(ManifestFiles files, String folder) throws IOException {
        for (int attempt = 1; ; attempt++) {
            Manifest manifest = current(files, folder).orElse(Manifest.none());
            try {
                return DataSet.open(manifest, files, folder);
            } catch (MissingListException e) {
                // if a list is gone, the generation that names it is no longer current
                if (attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    /** Returns the current manifest of a folder; empty if it has none. */
    public static Optional<Manifest> current(ManifestFiles files, String folder) throws IOException {
        for (int attempt = 1; ; attempt++) {
            List<String> numbered = numbered(files, folder);
            Optional<Manifest> success;
            try {
                success = readFile(files, folder + Manifest.NAME);
            } catch (ManifestFormatException e) {
                // where manifests are numbered, this is a copy, and perhaps still being written
                numbered = numbered(files, folder);
                if (numbered.isEmpty()) {
                    throw e;
                }
                success = Optional.empty();
            }
            if (numbered.isEmpty()
                    || success.isPresent()
                            && success.get().generation()
                                    > ManifestNames.generation(numbered.get(0)).getAsLong()) {
                return success;
            }
            Optional<Manifest> newest = readNumbered(files, folder, numbered.get(0));
            if (newest.isPresent()) {
                return newest;
            }
            // vacuumed since the listing, which happens only if there is a newer manifest
            if (attempt == ATTEMPTS) {
                throw new ManifestFormatException(
                        "The manifest %s%s is listed, but is not there".formatted(folder, numbered.get(0)));
            }
        }
    }

    /** Returns the names of numbered manifests, newest first. */
    private static List<String> numbered(ManifestFiles files, String folder) throws IOException {
        return files.names(folder).stream()
                .filter(name -> ManifestNames.generation(name).isPresent())
                .sorted(Comparator.reverseOrder())
                .toList();
    }

    private static Optional<Manifest> readFile(ManifestFiles files, String path) throws IOException {
        for (int attempt = 1; ; attempt++) {
            try {
                Optional<InputStream> stream = files.open(path);
                return stream.isPresent() ? parse(path, stream.get()) : Optional.empty();
            } catch (IOException | IllegalArgumentException e) {
                if (!ReplacedFiles.isSaidByStream(e)) {
                    throw e;
                }
                if (attempt == ATTEMPTS) {
                    throw new IOException(
                            "%s was replaced while it was read, %d times: %s".formatted(path, attempt, e.getMessage()),
                            e);
                }
            }
        }
    }

    /**
     * Reads a manifest with a name that only this protocol uses. If its content does not match the name, it is damaged.
     */
    private static Optional<Manifest> readNumbered(ManifestFiles files, String folder, String name) throws IOException {
        Optional<InputStream> stream = files.open(folder + name);
        if (stream.isEmpty()) {
            return Optional.empty();
        }
        Optional<Manifest> manifest = parse(folder + name, stream.get());
        if (manifest.isEmpty()
                || manifest.get().generation() != ManifestNames.generation(name).getAsLong()) {
            throw new ManifestFormatException(
                            "The manifest is damaged: it is not that of its generation. Restore the object from a copy, or write the data set anew")
                    .of(folder + name);
        }
        return manifest;
    }

    private static Optional<Manifest> parse(String path, InputStream stream) throws IOException {
        try {
            return ManifestCodec.read(stream);
        } catch (ManifestFormatException e) {
            throw e.of(path);
        }
    }
}
