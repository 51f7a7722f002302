// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.store;

import static com.google.common.collect.ImmutableList.toImmutableList;

import io.skipping.index.IndexedTable;
import io.skipping.index.store.FileLocation;
import io.skipping.index.store.IndexLayout;
import io.skipping.index.store.manifest.FoundIndexes;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;

/**
 * Names the folder that the indexes of a location are in.
 *
 * @param data the location
 * @param indexes the folder of all indexes, {@code spark.skipping.index.location}; empty if they are beside their data
 */
public record IndexRoot(Path data, Optional<Path> indexes) {
    /** stands for the schema of tables that are only folders */
    private static final String NO_SCHEMA = "path";

    /** Returns access to the folder, with the rights of this process. */
    public HadoopFileStore files(Configuration configuration) {
        return new HadoopFileStore(configuration, Locations.s3Scheme(indexes.orElse(data)));
    }

    /** Returns the folder of all indexes as stores of indexes take it. */
    public Optional<String> folder() {
        return indexes.map(Locations::inIndex);
    }

    /** Returns the folder that the index of the location is in, perhaps with those of other locations. */
    public Path shared() {
        return indexes.orElseGet(() -> new Path(data, IndexLayout.FOLDER));
    }

    /**
     * Returns the tables at the location that have an index, the one that was published last first.
     *
     * @param files from {@link #files}
     * @throws io.skipping.index.IndexUnavailableException if the folder cannot be listed
     */
    public List<IndexedTable> tables(HadoopFileStore files) {
        return here(allTables(files, (index, why) -> {}));
    }

    /**
     * Returns the tables that have an index in the {@linkplain #shared folder}, the one that was published last first. There is none beside
     * most data, and then this is a single request.
     *
     * @param files from {@link #files}
     * @param unreadable accepts the folder of each index of which it cannot be read what table it is of, and why
     * @throws io.skipping.index.IndexUnavailableException if the folder cannot be listed
     */
    public List<IndexedTable> allTables(HadoopFileStore files, BiConsumer<String, String> unreadable) {
        FileLocation root = folder().map(FileLocation::new)
                .orElseGet(() -> new FileLocation(Locations.inIndex(data)).resolve(IndexLayout.FOLDER));
        return files.hasFolder(root) ? FoundIndexes.in(files, root, unreadable) : List.of();
    }

    /** Returns the table that stands for the location in the index that Spark builds of it. */
    public IndexedTable ofSpark() {
        return new IndexedTable(NO_SCHEMA, data.getName(), Locations.inIndex(data));
    }

    /**
     * Returns whether an index that cannot be read is of a table at the location, as far as the name of its folder tells. Each index in the
     * folder of the location itself is. In a folder of all indexes, it is not known of an index of Trino if its table has a long name, or one
     * with characters that names of folders do not have.
     *
     * @param index a folder in the {@linkplain #shared folder of indexes}
     */
    public boolean isNamedHere(String index) {
        String name = index.substring(index.lastIndexOf('/') + 1);
        int schema = name.indexOf('.');
        int table = name.lastIndexOf('-');
        Stream<IndexedTable> ofTrino = schema < 0 || table < schema
                ? Stream.empty()
                : Locations.spellings(data).stream()
                        .map(location -> new IndexedTable(
                                name.substring(0, schema), name.substring(schema + 1, table), location));
        return indexes.isEmpty()
                || Stream.concat(Stream.of(ofSpark()), ofTrino)
                        .map(named ->
                                IndexLayout.of(named, folder()).directory().text())
                        .anyMatch(folder -> folder.endsWith("/" + name));
    }

    /** Returns those of some tables that are at the location. */
    public List<IndexedTable> here(List<IndexedTable> tables) {
        String location = Locations.inIndex(data);
        return tables.stream()
                .filter(table -> Locations.inIndex(new Path(table.location())).equals(location))
                .collect(toImmutableList());
    }
}
