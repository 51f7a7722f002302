// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.data;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;

/** How a {@link ManifestReader} gets at the files of manifests, of whatever store. */
public interface ManifestFiles {
    /**
     * @param path relative to the root of the data set
     * @return a stream that the reader closes; nothing if there is no such file
     */
    Optional<InputStream> open(String path) throws IOException;

    /**
     * Names in a folder that start with {@code _manifest-}. None will do where all jobs that write there publish by conditional PUT, as
     * they do on S3; on other stores these are the manifests.
     *
     * @param folder relative to the root, "" or with '/' at its end
     */
    List<String> names(String folder) throws IOException;
}
