// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.committed;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableSet;
import io.skipping.committer.data.Locations;
import io.skipping.committer.data.ManifestFiles;
import io.skipping.committer.manifest.Manifest;
import io.skipping.committer.manifest.ManifestNames;
import io.trino.filesystem.FileIterator;
import io.trino.filesystem.Location;
import io.trino.filesystem.TrinoFileSystem;
import io.trino.filesystem.TrinoInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Reads manifest files, and sends no request for a manifest that a listing has shown to be missing. Thread-safe. */
public final class ListedManifestFiles implements ManifestFiles {
    /** In these stores a commit is a conditional PUT, and numbered manifests are ignored. */
    private static final Set<String> CONDITIONAL_SCHEMES = ImmutableSet.of("s3", "s3a", "s3n");

    private final TrinoFileSystem fileSystem;
    private final String root;
    /**
     * Maps each completely listed folder to the manifest files in it and below it. All paths are relative to the root.
     */
    private final Map<String, List<String>> listed = new ConcurrentHashMap<>();

    /**
     * Creates a reader that has no listings yet.
     *
     * @param root ends with a slash
     */
    public ListedManifestFiles(TrinoFileSystem fileSystem, String root) {
        this.fileSystem = requireNonNull(fileSystem, "fileSystem is null");
        this.root = requireNonNull(root, "root is null");
    }

    /**
     * Records the complete listing of a folder.
     *
     * @param folder relative to the root; "" or with a trailing slash
     * @param files all files in the folder and below it, relative to the root
     */
    public void listed(String folder, List<String> files) {
        listed.put(
                folder, files.stream().filter(file -> isOfManifest(name(file))).toList());
    }

    private static boolean isOfManifest(String name) {
        return name.equals(Manifest.NAME) || name.startsWith(ManifestNames.PREFIX);
    }

    @Override
    public Optional<InputStream> open(String path) throws IOException {
        Optional<List<String>> known = known(path);
        if (known.isPresent() && !known.get().contains(path)) {
            return Optional.empty();
        }
        // some stores send the request only when the first byte is read
        TrinoInputStream stream = null;
        try {
            stream = fileSystem.newInputFile(Location.of(root + path)).newStream();
            return Optional.of(new StartedStream(stream));
        } catch (IOException | RuntimeException e) {
            if (stream != null) {
                stream.close();
            }
            if (e instanceof FileNotFoundException) {
                return Optional.empty();
            }
            throw e;
        }
    }

    @Override
    public List<String> names(String folder) throws IOException {
        if (CONDITIONAL_SCHEMES.contains(Location.of(root).scheme().orElse(""))) {
            return List.of();
        }
        Optional<List<String>> known = known(folder);
        List<String> paths = new ArrayList<>();
        if (known.isPresent()) {
            paths.addAll(known.get());
        } else {
            FileIterator files = fileSystem.listFiles(Location.of(root + folder));
            while (files.hasNext()) {
                Locations.relative(root, files.next().location().toString()).ifPresent(paths::add);
            }
        }
        return paths.stream()
                .filter(path -> path.startsWith(folder) && path.indexOf('/', folder.length()) < 0)
                .map(ListedManifestFiles::name)
                .filter(name -> name.startsWith(ManifestNames.PREFIX))
                .toList();
    }

    /**
     * Returns the manifest files of the nearest listed folder that contains a path; empty if no such folder was listed.
     */
    private Optional<List<String>> known(String path) {
        for (int end = path.lastIndexOf('/') + 1; ; end = path.lastIndexOf('/', end - 2) + 1) {
            List<String> files = listed.get(path.substring(0, end));
            if (files != null || end == 0) {
                return Optional.ofNullable(files);
            }
        }
    }

    private static String name(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }
}
