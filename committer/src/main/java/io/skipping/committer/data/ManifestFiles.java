// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.data;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;

/** Opens the files of manifests for a {@link ManifestReader}, in any kind of store. */
public interface ManifestFiles {
    /**
     * Opens a file.
     *
     * @param path relative to the root of the data set
     * @return a stream that the reader closes; empty if there is no such file
     */
    Optional<InputStream> open(String path) throws IOException;

    /**
     * Returns the names in a folder that start with {@code _manifest-}. The result may be empty if all jobs that write
     * there publish by conditional PUT, as on S3. On other stores, these are the manifests.
     *
     * @param folder relative to the root; "" or with a trailing slash
     */
    List<String> names(String folder) throws IOException;
}
