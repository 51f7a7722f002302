// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.object;

import static java.util.Objects.requireNonNull;

import io.airlift.units.DataSize;
import io.skipping.index.IndexedTable;
import io.skipping.index.store.FileStore;
import io.skipping.index.store.IndexAccess;
import io.skipping.index.store.IndexStore;
import io.skipping.index.store.TableIndex;
import io.skipping.index.type.IndexTypes;
import io.trino.spi.type.Type;
import java.util.Optional;
import java.util.function.Function;

/** Keeps indexes as files in an object store; {@code docs/index-format.md} specifies them. */
public final class ObjectStoreIndexStore implements IndexStore {
    private final Function<String, Type> types;
    private final IndexTypes indexTypes;
    private final Options options;
    private final StateCache cache;

    /**
     * @param location under which the indexes of all tables are kept; empty: each beside its table
     * @param cacheSize heap for states of indexes
     */
    public record Options(Optional<String> location, DataSize cacheSize) {
        public Options {
            requireNonNull(location, "location is null");
            requireNonNull(cacheSize, "cacheSize is null");
        }
    }

    /**
     * @param types the type of an id, as {@link Type#getTypeId} gives it
     * @param indexTypes the kinds of indexes that are installed
     */
    public ObjectStoreIndexStore(Function<String, Type> types, IndexTypes indexTypes, Options options) {
        this.types = requireNonNull(types, "types is null");
        this.indexTypes = requireNonNull(indexTypes, "indexTypes is null");
        this.options = requireNonNull(options, "options is null");
        this.cache = new StateCache(options.cacheSize());
    }

    @Override
    public TableIndex open(IndexedTable table, IndexAccess access) {
        IndexLayout layout = IndexLayout.of(table, options.location());
        FileStore files = access.files().get();
        SummaryKeeper summaries = new FileSummaries(files, layout, indexTypes);
        return new FileTableIndex(table, layout, files, summaries, types, cache, indexTypes, access.user());
    }
}
