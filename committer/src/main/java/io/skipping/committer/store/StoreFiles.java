// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.store;

import io.skipping.committer.data.ManifestFiles;
import io.skipping.committer.manifest.ManifestNames;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;

/** Reads the files of manifests from a store. */
public final class StoreFiles implements ManifestFiles {
    private final Store store;

    /** Creates access to the folder of a store. */
    public StoreFiles(Store store) {
        this.store = store;
    }

    @Override
    public Optional<InputStream> open(String path) throws IOException {
        return store.open(path).map(Store.Opened::stream);
    }

    @Override
    public List<String> names(String folder) throws IOException {
        if (store.replacesConditionally()) {
            return List.of();
        }
        return store.names(folder, ManifestNames.PREFIX);
    }
}
