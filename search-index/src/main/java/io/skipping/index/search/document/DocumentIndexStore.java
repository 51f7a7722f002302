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
 * Keeps indexes in Elasticsearch or OpenSearch, one index there for each table; {@code docs/search-engine-index.md} specifies
 * them.
 */
public final class DocumentIndexStore implements IndexStore {
    /** Queries that take longer, of a state that was replaced and vacuumed meanwhile, read everything. */
    private static final Duration GRACE = Duration.ofHours(1);

    private final SearchClient client;
    private final SegmentFormat format;
    private final IndexTypes indexTypes;
    private final StateCache cache;
    private final Duration grace;

    /**
     * @param client stays the caller's to close
     * @param format reads and writes segment files, which say what objects and ranges there are
     * @param indexTypes the kinds of indexes that are installed
     * @param cacheBytes heap for states of indexes: for objects and ranges, not for summaries
     */
    public DocumentIndexStore(SearchClient client, SegmentFormat format, IndexTypes indexTypes, long cacheBytes) {
        this(client, format, indexTypes, cacheBytes, GRACE);
    }

    /** @param grace for which a vacuum keeps documents that no state needs any more */
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
