// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.vacuum;

import io.skipping.committer.data.DataSets;
import io.skipping.committer.data.Folders;
import io.skipping.committer.manifest.Manifest;
import io.skipping.committer.name.AttemptNames;
import io.skipping.committer.store.ManifestAbove;
import io.skipping.committer.store.Store;
import io.skipping.committer.store.StoredObject;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Set;

/**
 * Refuses to take objects for leftovers if the manifest that counts them is likely to be elsewhere: in a folder above,
 * or replaced by the {@code _SUCCESS} of another committer.
 */
final class LostManifests {
    private final Store store;
    private final DataSets dataSets;
    private final Set<String> marked;
    private final boolean forgetsLost;

    /**
     * Creates a check of what was found in a store.
     *
     * @param dataSets the manifests in the store
     * @param marked the folders that have a {@code _SUCCESS}, whoever wrote it
     * @param forgetsLost whether objects are leftovers that a manifest counted which has been replaced since
     */
    LostManifests(Store store, DataSets dataSets, Set<String> marked, boolean forgetsLost) {
        this.store = store;
        this.dataSets = dataSets;
        this.marked = marked;
        this.forgetsLost = forgetsLost;
    }

    /**
     * Checks that no other manifest is likely to count these objects.
     *
     * @param leftovers objects with attempt names that no manifest in the store counts
     * @throws IOException if one is; the message says which, and what to do
     */
    void check(List<StoredObject> leftovers) throws IOException {
        if (leftovers.isEmpty()) {
            return;
        }
        boolean hasManifest = dataSets.dataSet("").generation() > 0;
        for (ManifestAbove above : ManifestAbove.all(store)) {
            // beside a manifest of its own, one above counts only what it lists
            if (!hasManifest || leftovers.stream().map(StoredObject::path).anyMatch(above::lists)) {
                throw new IOException(
                        "Vacuum of %s is refused: the manifest of %s may count objects in it that no manifest in it counts, such as %s. Run vacuum on %s"
                                .formatted(
                                        store.location(),
                                        above.location(),
                                        leftovers.get(0).path(),
                                        above.location()));
            }
        }
        for (StoredObject leftover : leftovers) {
            checkMarker(leftover.path());
            if (!forgetsLost) {
                checkReplacedMarker(leftover);
            }
        }
    }

    /**
     * Throws if a job has committed over another committer's marker, and the object is older: the manifest that the marker replaced may
     * have counted it.
     */
    private void checkReplacedMarker(StoredObject leftover) throws IOException {
        String path = leftover.path();
        for (int end = 0; end >= 0; end = Folders.next(path, end)) {
            Manifest manifest = dataSets.dataSet(path.substring(0, end)).manifest();
            if (leftover.modifiedMillis() <= manifest.lostMillis() && !isOfKnownJob(path, manifest)) {
                throw new IOException(
                        "Vacuum of %s is refused: a job found %s/%s%s of another committer at %s, which had probably replaced the manifest that counted objects such as %s. If they are wanted, copy the folder with the earlier version of _SUCCESS to another one, and let a job read that and write its rows anew. Then, or if nothing that this committer wrote there before is wanted, add --forget-lost"
                                .formatted(
                                        store.location(),
                                        store.location(),
                                        path.substring(0, end),
                                        Manifest.NAME,
                                        Instant.ofEpochMilli(manifest.lostMillis()),
                                        path));
            }
        }
    }

    private static boolean isOfKnownJob(String path, Manifest manifest) {
        return AttemptNames.attemptOfPath(path)
                .flatMap(attempt -> manifest.job(attempt.job()))
                .isPresent();
    }

    /**
     * Throws if the nearest {@code _SUCCESS} above the object is another committer's marker. A manifest further up may
     * be that of another job, and says nothing about what the marker has replaced.
     */
    private void checkMarker(String path) throws IOException {
        String foreign = null;
        for (int end = 0; end >= 0; end = Folders.next(path, end)) {
            String folder = path.substring(0, end);
            if (dataSets.dataSet(folder).generation() > 0) {
                foreign = null;
            } else if (marked.contains(folder)) {
                foreign = folder;
            }
        }
        if (foreign != null) {
            throw new IOException(
                    "Vacuum of %s is refused: %s/%s%s is not a manifest, so another committer has probably replaced the manifest that counted objects such as %s. Restore it from a copy or an earlier version; or delete it, if nothing that this committer wrote there is wanted, or if no job of this committer has written to that folder alone, nor to a table of which it is a partition with a location of its own: what the manifests of other folders list stays"
                            .formatted(store.location(), store.location(), foreign, Manifest.NAME, path));
        }
    }
}
