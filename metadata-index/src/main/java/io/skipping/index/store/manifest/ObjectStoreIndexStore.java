// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.manifest;

import static com.google.common.base.Preconditions.checkArgument;
import static java.util.Objects.requireNonNull;

import io.skipping.index.IndexedTable;
import io.skipping.index.store.FileStore;
import io.skipping.index.store.IndexAccess;
import io.skipping.index.store.IndexLayout;
import io.skipping.index.store.IndexStore;
import io.skipping.index.store.TableIndex;
import io.skipping.index.store.segment.SegmentFormat;
import io.skipping.index.type.IndexTypes;
import java.util.Optional;

/** Stores indexes as files in an object store; {@code docs/index-format.md} specifies them. */
public final class ObjectStoreIndexStore implements IndexStore {
    private final SegmentFormat format;
    private final IndexTypes indexTypes;
    private final Options options;
    private final StateCache cache;

    /**
     * Holds the settings of the store.
     *
     * @param location folder for the indexes of all tables; if empty, each index is beside its table
     * @param cacheBytes heap for the states of indexes, in bytes
     */
    public record Options(Optional<String> location, long cacheBytes) {
        public Options {
            requireNonNull(location, "location is null");
            checkArgument(cacheBytes >= 0, "a cache of %s bytes", cacheBytes);
        }
    }

    /**
     * Creates a store; does no I/O.
     *
     * @param format reads and writes segment files
     * @param indexTypes the installed index types
     */
    public ObjectStoreIndexStore(SegmentFormat format, IndexTypes indexTypes, Options options) {
        this.format = requireNonNull(format, "format is null");
        this.indexTypes = requireNonNull(indexTypes, "indexTypes is null");
        this.options = requireNonNull(options, "options is null");
        this.cache = new StateCache(options.cacheBytes());
    }

    @Override
    public TableIndex open(IndexedTable table, IndexAccess access) {
        IndexLayout layout = IndexLayout.of(table, options.location());
        FileStore files = access.files().get();
        SummaryKeeper summaries = new FileSummaries(format, files, layout, indexTypes);
        return new FileTableIndex(table, layout, files, summaries, format, cache, indexTypes, access.user());
    }
}
