// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.build;

import io.skipping.index.IndexedTable;
import io.skipping.index.store.FileStore;
import io.skipping.index.store.IndexAccess;
import io.skipping.index.store.TableIndex;
import io.skipping.index.store.manifest.ObjectStoreIndexStore;
import io.skipping.index.type.IndexTypes;
import io.skipping.spark.segment.HadoopSegmentFormat;
import io.skipping.spark.store.IndexRoot;
import java.io.Serializable;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.spark.util.SerializableConfiguration;

/** Tells executors where an index is. */
final class IndexAddress implements Serializable {
    /** builders keep no state in memory between builds */
    private static final long CACHE_BYTES = 256L << 20;

    private final SerializableConfiguration configuration;
    private final String schema;
    private final String table;
    private final String location;
    private final String data;
    private final String indexes;

    IndexAddress(Configuration configuration, IndexedTable table, IndexRoot root) {
        this.configuration = new SerializableConfiguration(configuration);
        this.schema = table.schema();
        this.table = table.table();
        this.location = table.location();
        this.data = root.data().toString();
        this.indexes = root.indexes().map(Path::toString).orElse("");
    }

    Configuration configuration() {
        return configuration.value();
    }

    /** Opens the index with the rights of this process. Does no I/O. */
    TableIndex open() {
        IndexRoot root = new IndexRoot(
                new Path(data),
                Optional.of(indexes).filter(text -> !text.isEmpty()).map(Path::new));
        FileStore files = root.files(configuration.value());
        return new ObjectStoreIndexStore(
                        new HadoopSegmentFormat(),
                        IndexTypes.load(getClass().getClassLoader()),
                        new ObjectStoreIndexStore.Options(root.folder(), CACHE_BYTES))
                .open(new IndexedTable(schema, table, location), new IndexAccess(() -> files, Optional.empty()));
    }
}
