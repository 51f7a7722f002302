// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.search.document;

import static java.util.Objects.requireNonNull;

import io.skipping.index.IndexedTable;
import io.skipping.index.search.client.SearchClient;
import io.skipping.index.store.FileStore;
import io.skipping.index.store.IndexAccess;
import io.skipping.index.store.IndexLayout;
import io.skipping.index.store.IndexStore;
import io.skipping.index.store.TableIndex;
import io.skipping.index.store.manifest.FileTableIndex;
import io.skipping.index.store.manifest.StateCache;
import io.skipping.index.store.segment.SegmentFormat;
import io.skipping.index.type.IndexTypes;
import java.time.Duration;
import java.util.Optional;

/**
 * Stores indexes in Elasticsearch or OpenSearch, one engine index for each table; {@code docs/search-engine-index.md}
 * specifies them.
 */
public final class DocumentIndexStore implements IndexStore {
    /** A query that takes longer than this, on a state that was replaced and vacuumed meanwhile, reads everything. */
    private static final Duration GRACE = Duration.ofHours(1);

    private final SearchClient client;
    private final SegmentFormat format;
    private final IndexTypes indexTypes;
    private final StateCache cache;
    private final Duration grace;

    /**
     * Creates a store; does no I/O.
     *
     * @param client is closed by the caller
     * @param format reads and writes segment files, which define the objects and ranges
     * @param indexTypes the installed index types
     * @param cacheBytes heap for the objects and ranges of states, without summaries
     */
    public DocumentIndexStore(SearchClient client, SegmentFormat format, IndexTypes indexTypes, long cacheBytes) {
        this(client, format, indexTypes, cacheBytes, GRACE);
    }

    /** @param grace how long a vacuum keeps documents that no state needs any more */
    DocumentIndexStore(
            SearchClient client, SegmentFormat format, IndexTypes indexTypes, long cacheBytes, Duration grace) {
        this.client = requireNonNull(client, "client is null");
        this.format = requireNonNull(format, "format is null");
        this.indexTypes = requireNonNull(indexTypes, "indexTypes is null");
        this.cache = new StateCache(cacheBytes);
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
                new DocumentSummaries(documents, files, layout, format, indexTypes, grace),
                format,
                cache,
                indexTypes,
                access.user());
    }
}
