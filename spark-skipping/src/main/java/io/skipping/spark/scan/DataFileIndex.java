// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.scan;

import io.skipping.index.store.IndexLayout;
import io.skipping.spark.store.DataLocations;
import java.util.List;
import java.util.Set;
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
    private final Set<Path> indexes;

    private DataFileIndex(FileIndex files, List<Path> indexes) {
        super(files);
        this.indexes = Set.copyOf(indexes);
    }

    /** Returns an index of the files of data only. A scan of nothing but folders of indexes gets their files. */
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
                listed.partitions(),
                file -> DataLocations.around(file.getParent(), indexes).isEmpty()));
    }
}
