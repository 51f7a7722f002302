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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
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
    /** by the folders of indexes in which others can be read, those that cannot: why, by their own folders */
    private final Map<Path, Map<String, String>> unreadable = new ConcurrentHashMap<>();
    /** folders of unreadable indexes of which users were told: they are looked at again and again */
    private final Set<String> told = ConcurrentHashMap.newKeySet();

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
     * Returns the newest states of the indexes over a location. Warns once of one of several that cannot be read.
     *
     * @throws IndexUnavailableException if an index cannot be read
     */
    List<LocatedIndex> of(Path data) {
        IndexRoot root = new IndexRoot(data, location);
        FileStore files = root.files(configuration);
        List<IndexedTable> found = tables.in(root);
        tellOfUnreadable(root, found);
        ImmutableList.Builder<LocatedIndex> indexes = ImmutableList.builder();
        for (IndexedTable table : found) {
            TableIndex index = store.open(table, new IndexAccess(() -> files, Optional.of(user)));
            index.current().ifPresent(snapshot -> indexes.add(new LocatedIndex(table, index, snapshot, footers)));
        }
        return indexes.build();
    }

    /**
     * Tells of the indexes over a location that cannot be read.
     *
     * @param found the tables at the location whose index can be read
     * @throws IndexUnavailableException if there is none: a scan without an index would be silent about it
     */
    private void tellOfUnreadable(IndexRoot root, List<IndexedTable> found) {
        unreadable.getOrDefault(root.shared(), Map.of()).forEach((index, problem) -> {
            if (!root.isNamedHere(index)) {
                log.debug("{}. It has not the name of an index of {}", problem, root.data());
            } else if (found.isEmpty()) {
                throw new IndexUnavailableException(problem);
            } else if (told.add(index)) {
                log.warn(
                        "{}. Scans of {} use its other indexes. If this stays so, build the index again",
                        problem,
                        root.data());
            }
        });
    }

    /**
     * Returns the tables that have an index in the folder of indexes that a location has.
     *
     * @throws IndexUnavailableException if the only ones cannot be read
     */
    private List<IndexedTable> find(IndexRoot root) {
        Map<String, String> problems = new LinkedHashMap<>();
        List<IndexedTable> found = root.allTables(
                root.files(configuration),
                (index, why) -> problems.put(index, "Index %s cannot be read: %s".formatted(index, why)));
        if (problems.isEmpty()) {
            unreadable.remove(root.shared());
        } else if (found.isEmpty()) {
            throw new IndexUnavailableException(problems.values().iterator().next());
        } else {
            unreadable.put(root.shared(), problems);
        }
        return found;
    }

    /** Makes the next question look which indexes its location has. */
    void lookAgain() {
        tables.forget();
    }
}
