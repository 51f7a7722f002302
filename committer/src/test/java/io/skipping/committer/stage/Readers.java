// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.stage;

import io.skipping.committer.data.DataSets;
import io.skipping.committer.name.AttemptNames;
import io.skipping.committer.store.MemoryStore;
import io.skipping.committer.store.StoreFiles;
import io.skipping.committer.store.StoredObject;
import java.io.IOException;
import java.util.Set;
import java.util.TreeSet;

/** Who reads a data set in tests. */
final class Readers {
    private Readers() {}

    /** The objects that count. */
    static Set<String> read(MemoryStore store) throws IOException {
        DataSets dataSets = new DataSets(new StoreFiles(store));
        return read(store, dataSets);
    }

    /** The objects that count for a query that has read manifests before. */
    static Set<String> read(MemoryStore store, DataSets pinned) throws IOException {
        Set<String> found = new TreeSet<>();
        for (StoredObject object : store.list()) {
            if (pinned.counts(object.path(), object.size(), object.modifiedMillis())) {
                found.add(object.path());
            }
        }
        return found;
    }

    /** What a reader sees that knows no manifest. */
    static Set<String> readPlainly(MemoryStore store) {
        Set<String> found = new TreeSet<>();
        for (StoredObject object : store.list()) {
            if (AttemptNames.isData(object.path())) {
                found.add(object.path());
            }
        }
        return found;
    }
}
