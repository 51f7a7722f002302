// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.build;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableMap;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexUnavailableException;
import io.skipping.index.IndexedTable;
import io.skipping.index.LiveObject;
import io.skipping.index.store.TableIndex;
import io.skipping.index.store.TableIndex.Coverage;
import io.skipping.spark.format.ReaderProfile;
import io.skipping.spark.store.IndexRoot;
import io.skipping.spark.store.ObjectVersions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Knows the indexes that others have over the files of a location, such as those of Trino's tables. Builds of Spark publish nothing
 * there: of each file, an index keeps what one reader took from it, so that the work of the others would be lost.
 */
final class OtherIndexes {
    private static final Logger log = LoggerFactory.getLogger(OtherIndexes.class);

    /** the one that was published last first */
    private final Map<IndexedTable, TableIndex> indexes;

    private OtherIndexes(Map<IndexedTable, TableIndex> indexes) {
        this.indexes = ImmutableMap.copyOf(indexes);
    }

    /** Finds the indexes of a location but for one's own. */
    static OtherIndexes of(IndexRoot root, IndexedTable own, Configuration configuration) {
        ImmutableMap.Builder<IndexedTable, TableIndex> indexes = ImmutableMap.builder();
        for (IndexedTable table : root.tables(root.files(configuration))) {
            if (!table.equals(own)) {
                indexes.put(table, new IndexAddress(configuration, table, root).open());
            }
        }
        return new OtherIndexes(indexes.buildOrThrow());
    }

    /** Returns the index that was published last. */
    Optional<TableIndex> newest() {
        return indexes.values().stream().findFirst();
    }

    /** Returns all indexes that are requested of the others. */
    List<IndexDefinition> requested() {
        return indexes.values().stream()
                .flatMap(index -> index.requested().stream())
                .collect(toImmutableList());
    }

    /** Returns whether the summaries that others have of a file serve a reader, and are all that a build would make. */
    Predicate<FileStatus> covering(ReaderProfile profile, List<IndexDefinition> definitions) {
        return indexes.entrySet().stream()
                .map(other -> covering(other.getKey(), other.getValue(), profile, definitions))
                .reduce(file -> false, Predicate::or);
    }

    private static Predicate<FileStatus> covering(
            IndexedTable table, TableIndex index, ReaderProfile profile, List<IndexDefinition> definitions) {
        try {
            return index.current()
                    .map(profile::in)
                    .<Predicate<FileStatus>>map(read -> {
                        Coverage coverage = index.coverage();
                        return file ->
                                coverage.covers(new LiveObject(ObjectVersions.of(table, file), read), definitions);
                    })
                    .orElse(file -> false);
        } catch (IndexUnavailableException e) {
            log.warn("What the index of {} has is summarised again: {}", table, e.getMessage());
            return file -> false;
        }
    }
}
