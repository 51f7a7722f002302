// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.scan;

import io.skipping.index.store.IndexLayout;
import io.skipping.spark.store.DataLocations;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.execution.datasources.FileIndex;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Leaves out the files of indexes. Spark hides folders whose names begin with an underscore, but not those in them, which a pattern such as
 * {@code meters/&#42;/&#42;/&#42;} matches.
 */
final class DataFileIndex extends ForwardingFileIndex {
    private final List<Path> indexes;

    private DataFileIndex(FileIndex files, List<Path> indexes) {
        super(files);
        this.indexes = List.copyOf(indexes);
    }

    /** Returns what lists files of data only. Who names the folder of an index, and nothing else, gets its files. */
    static FileIndex of(FileIndex files) {
        List<Path> roots = CollectionConverters.asJava(files.rootPaths());
        List<Path> indexes = roots.stream().filter(DataFileIndex::isOfIndex).toList();
        return indexes.isEmpty() || indexes.size() == roots.size() ? files : new DataFileIndex(files, indexes);
    }

    private static boolean isOfIndex(Path folder) {
        return folder != null && (folder.getName().equals(IndexLayout.FOLDER) || isOfIndex(folder.getParent()));
    }

    @Override
    Listing list(Seq<Expression> partitionFilters, Seq<Expression> dataFilters) {
        Listing listed = Listing.of(files, partitionFilters, dataFilters);
        return Listing.counted(only(
                listed.partitions(), file -> indexes.stream().noneMatch(index -> DataLocations.isBelow(file, index))));
    }

    /** Equal scans are run once. */
    @Override
    public boolean equals(Object other) {
        return other instanceof DataFileIndex that && files.equals(that.files);
    }

    @Override
    public int hashCode() {
        return files.hashCode();
    }

    @Override
    public String toString() {
        return "DataFileIndex(%s)".formatted(files);
    }
}
