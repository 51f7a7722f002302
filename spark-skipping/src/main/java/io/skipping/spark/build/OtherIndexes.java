// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.build;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.base.Suppliers;
import com.google.common.collect.ImmutableMap;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexUnavailableException;
import io.skipping.index.IndexedTable;
import io.skipping.index.LiveObject;
import io.skipping.index.Profile;
import io.skipping.index.snapshot.IndexSnapshot;
import io.skipping.index.snapshot.Segment;
import io.skipping.index.store.TableIndex;
import io.skipping.index.store.TableIndex.Coverage;
import io.skipping.index.type.minmax.MinMaxIndexType;
import io.skipping.index.value.KeyColumn;
import io.skipping.spark.format.ReaderProfile;
import io.skipping.spark.store.IndexRoot;
import io.skipping.spark.store.ObjectVersions;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;
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

    private final Map<IndexedTable, TableIndex> indexes;

    /** @param indexes the one that was published last first */
    OtherIndexes(Map<IndexedTable, TableIndex> indexes) {
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
        return readable(
                        table,
                        () -> index.current().<Predicate<FileStatus>>map(snapshot -> {
                            Profile read = profile.in(snapshot);
                            Coverage coverage = index.coverage();
                            // decoded once a file is covered, and not tried again for each file
                            Supplier<Optional<Set<String>>> withoutValues = Suppliers.memoize(
                                    () -> readable(table, () -> Optional.of(withoutValues(snapshot, definitions))));
                            return file -> {
                                LiveObject object = new LiveObject(ObjectVersions.of(table, file), read);
                                return coverage.covers(object, definitions)
                                        && withoutValues
                                                .get()
                                                .filter(paths -> !paths.contains(
                                                        object.version().path()))
                                                .isPresent();
                            };
                        }))
                .orElse(file -> false);
    }

    /** Returns what is read of an index; empty if it cannot be read. */
    private static <T> Optional<T> readable(IndexedTable table, Supplier<Optional<T>> reading) {
        try {
            return reading.get();
        } catch (IndexUnavailableException e) {
            log.warn("What the index of {} has is summarised again: {}", table, e.getMessage());
            return Optional.empty();
        }
    }

    /**
     * Returns the paths of objects of which no value of some column is summarised. Trino leaves out the values that it reads differently from
     * Spark. Bounds tell: others than these may be too large to be kept, and bounds of NULLs alone have their number.
     */
    private static Set<String> withoutValues(IndexSnapshot snapshot, List<IndexDefinition> definitions) {
        Set<String> paths = new HashSet<>();
        for (Segment segment : snapshot.segments()) {
            int[] firstRange = segment.objects().firstRange();
            for (IndexDefinition bounds : segment.definitions()) {
                if (!bounds.type().equals(MinMaxIndexType.NAME) || !definitions.contains(bounds)) {
                    continue;
                }
                List<KeyColumn> fields = segment.summaries(bounds);
                for (int object = 0; object < segment.objects().count(); object++) {
                    if (firstRange[object] < firstRange[object + 1]
                            && IntStream.range(firstRange[object], firstRange[object + 1])
                                    .allMatch(range -> fields.stream().allMatch(field -> field.isNull(range)))) {
                        paths.add(segment.objects().path(object).toStringUtf8());
                    }
                }
            }
        }
        return paths;
    }
}
