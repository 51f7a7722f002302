// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.scan;

import static java.util.Objects.requireNonNull;

import com.google.common.base.Ticker;
import com.google.common.collect.ImmutableList;
import io.skipping.index.IndexUnavailableException;
import io.skipping.index.IndexedTable;
import io.skipping.index.store.FileStore;
import io.skipping.index.store.IndexAccess;
import io.skipping.index.store.IndexStore;
import io.skipping.index.store.IndexUser;
import io.skipping.index.store.TableIndex;
import io.skipping.index.store.manifest.ObjectStoreIndexStore;
import io.skipping.index.type.IndexTypes;
import io.skipping.spark.segment.HadoopSegmentFormat;
import io.skipping.spark.store.IndexRoot;
import io.skipping.spark.store.KnownTables;
import io.skipping.spark.store.Locations;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds the indexes of locations. Keeps their states in the memory of the driver. Thread-safe. */
final class LocatedIndexes {
    private static final Logger log = LoggerFactory.getLogger(LocatedIndexes.class);

    private final Configuration configuration;
    private final IndexStore store;
    private final IndexUser user;
    private final Optional<Path> location;
    private final OrcFooters footers;
    private final KnownTables tables;

    /**
     * Finds indexes with the rights of this process.
     *
     * @param user who it runs as
     * @param location folder of all indexes; empty if each is beside its data
     * @param cacheBytes heap for indexes
     * @param executor looks for indexes that no query waits for
     */
    LocatedIndexes(
            Configuration configuration, String user, Optional<Path> location, long cacheBytes, Executor executor) {
        this.configuration = requireNonNull(configuration, "configuration is null");
        this.user = new IndexUser(user, Set.of());
        this.location = requireNonNull(location, "location is null");
        this.footers = new OrcFooters(configuration);
        this.tables = new KnownTables(this::find, executor, Ticker.systemTicker());
        this.store = new ObjectStoreIndexStore(
                new HadoopSegmentFormat(),
                IndexTypes.load(getClass().getClassLoader()),
                new ObjectStoreIndexStore.Options(location.map(Locations::inIndex), cacheBytes));
    }

    /**
     * Returns the newest states of the indexes over a location.
     *
     * @throws IndexUnavailableException if an index cannot be read
     */
    List<LocatedIndex> of(Path data) {
        IndexRoot root = new IndexRoot(data, location);
        FileStore files = root.files(configuration);
        ImmutableList.Builder<LocatedIndex> indexes = ImmutableList.builder();
        for (IndexedTable table : tables.in(root)) {
            TableIndex index = store.open(table, new IndexAccess(() -> files, Optional.of(user)));
            index.current().ifPresent(snapshot -> indexes.add(new LocatedIndex(table, index, snapshot, footers)));
        }
        return indexes.build();
    }

    /**
     * Returns the tables that have an index in the folder of a location.
     *
     * @throws IndexUnavailableException if the only ones cannot be read: a scan without an index would be silent about it
     */
    private List<IndexedTable> find(IndexRoot root) {
        List<String> unreadable = new ArrayList<>();
        List<IndexedTable> found = root.allTables(
                root.files(configuration),
                (index, why) -> unreadable.add("Index %s cannot be read: %s".formatted(index, why)));
        if (found.isEmpty() && !unreadable.isEmpty()) {
            throw new IndexUnavailableException(unreadable.get(0));
        }
        unreadable.forEach(log::debug);
        return found;
    }

    /** Makes the next question look which indexes its location has. */
    void lookAgain() {
        tables.forget();
    }
}
