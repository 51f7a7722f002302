// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.scan;

import static java.util.Objects.requireNonNull;

import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import com.google.common.collect.ImmutableList;
import io.skipping.index.IndexedTable;
import io.skipping.index.store.IndexAccess;
import io.skipping.index.store.IndexStore;
import io.skipping.index.store.IndexUser;
import io.skipping.index.store.TableIndex;
import io.skipping.index.store.manifest.ObjectStoreIndexStore;
import io.skipping.index.type.IndexTypes;
import io.skipping.spark.segment.HadoopSegmentFormat;
import io.skipping.spark.store.HadoopFileStore;
import io.skipping.spark.store.IndexRoot;
import io.skipping.spark.store.Locations;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/** Finds the indexes of locations. Keeps their states in the memory of the driver. Thread-safe. */
final class LocatedIndexes {
    /**
     * For so long it is not looked whether a location with an index has others. Their newest states are looked for each time, and so are indexes of
     * locations that have none.
     */
    private static final Duration FOUND_FOR = Duration.ofSeconds(30);

    private final Configuration configuration;
    private final IndexStore store;
    private final IndexUser user;
    private final Optional<Path> location;
    private final OrcFooters footers;
    private final Cache<IndexRoot, List<IndexedTable>> found =
            CacheBuilder.newBuilder().expireAfterWrite(FOUND_FOR).build();

    /**
     * Finds indexes with the rights of this process.
     *
     * @param user who it runs as
     * @param location folder of all indexes; empty if each is beside its data
     * @param cacheBytes heap for indexes
     */
    LocatedIndexes(Configuration configuration, String user, Optional<Path> location, long cacheBytes) {
        this.configuration = requireNonNull(configuration, "configuration is null");
        this.user = new IndexUser(user, Set.of());
        this.location = requireNonNull(location, "location is null");
        this.footers = new OrcFooters(configuration);
        this.store = new ObjectStoreIndexStore(
                new HadoopSegmentFormat(),
                IndexTypes.load(getClass().getClassLoader()),
                new ObjectStoreIndexStore.Options(location.map(Locations::inIndex), cacheBytes));
    }

    /**
     * Returns the newest states of the indexes over a location.
     *
     * @throws io.skipping.index.IndexUnavailableException if an index cannot be read
     */
    List<LocatedIndex> of(Path data) {
        IndexRoot root = new IndexRoot(data, location);
        HadoopFileStore files = root.files(configuration);
        ImmutableList.Builder<LocatedIndex> indexes = ImmutableList.builder();
        for (IndexedTable table : tables(root, files)) {
            TableIndex index = store.open(table, new IndexAccess(() -> files, Optional.of(user)));
            index.current().ifPresent(snapshot -> indexes.add(new LocatedIndex(table, index, snapshot, footers)));
        }
        return indexes.build();
    }

    /** Makes the next question look which indexes its location has. */
    void lookAgain() {
        found.invalidateAll();
    }

    private List<IndexedTable> tables(IndexRoot root, HadoopFileStore files) {
        List<IndexedTable> known = found.getIfPresent(root);
        if (known == null) {
            known = root.tables(files);
            if (!known.isEmpty()) {
                found.put(root, known);
            }
        }
        return known;
    }
}
