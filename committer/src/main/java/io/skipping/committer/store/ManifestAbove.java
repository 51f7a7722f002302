// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.store;

import io.skipping.committer.data.DataSet;
import io.skipping.committer.data.ManifestReader;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.security.AccessControlException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Represents a manifest in a folder that contains another folder. It may count objects of the inner one.
 *
 * @param location the location of the outer folder, for messages
 * @param inner the path of the inner folder within the outer one, with a trailing slash
 * @param dataSet the data set that the manifest defines
 */
public record ManifestAbove(String location, String inner, DataSet dataSet) {
    private static final Logger LOG = LoggerFactory.getLogger(ManifestAbove.class);

    /**
     * Returns the manifests in the folders above a folder, the nearest first. Folders above that do not exist or must
     * not be read have none: the object stores of many users show only one prefix of a bucket.
     */
    public static List<ManifestAbove> all(Store folder) throws IOException {
        List<ManifestAbove> found = new ArrayList<>();
        String inner = "";
        for (Optional<Store.Parent> parent = folder.parent();
                parent.isPresent();
                parent = parent.get().store().parent()) {
            Store store = parent.get().store();
            inner = parent.get().name() + "/" + inner;
            try {
                DataSet dataSet = ManifestReader.read(new StoreFiles(store), "");
                if (dataSet.generation() > 0) {
                    found.add(new ManifestAbove(store.location(), inner, dataSet));
                }
            } catch (AccessDeniedException | AccessControlException e) {
                LOG.debug("Whether {} has a manifest can't be read", store.location(), e);
            }
        }
        return found;
    }

    /**
     * Returns whether the manifest lists an object as part of its data set.
     *
     * @param path relative to the inner folder
     */
    public boolean lists(String path) {
        return dataSet.lists(inner + path);
    }
}
