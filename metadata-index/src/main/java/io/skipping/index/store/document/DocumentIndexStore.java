// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.document;

import static java.util.Objects.requireNonNull;

import io.airlift.units.DataSize;
import io.airlift.units.Duration;
import io.skipping.index.IndexedTable;
import io.skipping.index.store.FileStore;
import io.skipping.index.store.IndexAccess;
import io.skipping.index.store.IndexStore;
import io.skipping.index.store.TableIndex;
import io.skipping.index.store.object.FileTableIndex;
import io.skipping.index.store.object.IndexLayout;
import io.skipping.index.store.object.StateCache;
import io.skipping.index.store.search.SearchClient;
import io.skipping.index.type.IndexTypes;
import io.trino.spi.type.Type;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Keeps indexes in Elasticsearch or OpenSearch, one index there for each table; {@code docs/search-engine-index.md} specifies
 * them.
 */
public final class DocumentIndexStore implements IndexStore {
    /** Queries that take longer, of a state that was replaced and vacuumed meanwhile, read everything. */
    private static final Duration GRACE = new Duration(1, TimeUnit.HOURS);

    private final SearchClient client;
    private final Function<String, Type> types;
    private final IndexTypes indexTypes;
    private final StateCache cache;
    private final Duration grace;

    /**
     * @param client stays the caller's to close
     * @param types the type of an id, as {@link Type#getTypeId} gives it
     * @param indexTypes the kinds of indexes that are installed
     * @param cacheSize heap for states of indexes: for objects and ranges, not for summaries
     */
    public DocumentIndexStore(
            SearchClient client, Function<String, Type> types, IndexTypes indexTypes, DataSize cacheSize) {
        this(client, types, indexTypes, cacheSize, GRACE);
    }

    /** @param grace for which a vacuum keeps documents that no state needs any more */
    DocumentIndexStore(
            SearchClient client,
            Function<String, Type> types,
            IndexTypes indexTypes,
            DataSize cacheSize,
            Duration grace) {
        this.client = requireNonNull(client, "client is null");
        this.types = requireNonNull(types, "types is null");
        this.indexTypes = requireNonNull(indexTypes, "indexTypes is null");
        this.cache = new StateCache(cacheSize);
        this.grace = requireNonNull(grace, "grace is null");
    }

    @Override
    public TableIndex open(IndexedTable table, IndexAccess access) {
        String prefix = client.options().indexPrefix();
        IndexLayout layout = IndexLayout.of(table, Optional.of("search://indexes/" + prefix));
        String index = prefix + "-" + layout.directory().name();
        TableDocuments documents = new TableDocuments(client, table, index);
        FileStore files = new DocumentFiles(documents, layout.directory());
        return new FileTableIndex(
                table,
                layout,
                files,
                new DocumentSummaries(documents, files, layout, indexTypes, grace),
                types,
                cache,
                indexTypes,
                access.user());
    }
}
