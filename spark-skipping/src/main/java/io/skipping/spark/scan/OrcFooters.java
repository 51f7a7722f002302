// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.scan;

import static java.util.Objects.requireNonNull;

import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import io.skipping.index.IndexedColumn;
import io.skipping.spark.predicate.ColumnPath;
import io.skipping.spark.predicate.IndexedColumns;
import io.skipping.spark.store.LookupThreads;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.orc.OrcFile;
import org.apache.orc.Reader;
import org.apache.orc.TypeDescription;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells of which files of ORC another engine reads the same values as Spark. Both convert where a file has a column in another type than the
 * table, each in its own way: of {@code char(10)} in a table with {@code string}, Trino returns the blanks behind the text, and Spark does not.
 * Neither converts anything where the types are the same. Thread-safe.
 */
final class OrcFooters {
    private static final Logger log = LoggerFactory.getLogger(OrcFooters.class);

    /** How many footers are read at once. */
    private static final int LOOKUPS = 32;

    /** bytes of heap, about, for the types of columns of files */
    private static final long MOST_BYTES = 32L << 20;

    private static final ExecutorService EXECUTOR = LookupThreads.upTo(LOOKUPS, "skipping-orc");

    private final Configuration configuration;
    private final Cache<FileVersion, Optional<Map<String, String>>> types = CacheBuilder.newBuilder()
            .maximumWeight(MOST_BYTES)
            .weigher((FileVersion file, Optional<Map<String, String>> known) -> bytes(file, known))
            .build();

    OrcFooters(Configuration configuration) {
        this.configuration = requireNonNull(configuration, "configuration is null");
    }

    private record FileVersion(Path path, long bytes, long modifiedMillis) {}

    private static int bytes(FileVersion file, Optional<Map<String, String>> types) {
        int bytes = 200 + 2 * file.path().toString().length();
        for (Map.Entry<String, String> column : types.orElse(Map.of()).entrySet()) {
            bytes += 150 + column.getKey().length() + column.getValue().length();
        }
        return bytes;
    }

    /**
     * Returns the files that have all of some columns in the types that the index says, or do not have them. Each footer is read once.
     *
     * @param columns of a table
     */
    Set<Path> readAlike(List<FileStatus> files, Collection<IndexedColumn> columns) {
        List<Future<Boolean>> asked = new ArrayList<>();
        for (FileStatus file : files) {
            asked.add(EXECUTOR.submit(() -> isReadAlike(file, columns)));
        }
        Set<Path> alike = new HashSet<>();
        for (int file = 0; file < asked.size(); file++) {
            try {
                if (asked.get(file).get()) {
                    alike.add(files.get(file).getPath());
                }
            } catch (ExecutionException e) {
                // the scan reads the file, and says what is wrong with it
                log.debug("The footer of {} cannot be read", files.get(file).getPath(), e.getCause());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return Set.of();
            }
        }
        return alike;
    }

    private boolean isReadAlike(FileStatus file, Collection<IndexedColumn> columns) throws IOException {
        FileVersion version = new FileVersion(file.getPath(), file.getLen(), file.getModificationTime());
        Optional<Map<String, String>> known = types.getIfPresent(version);
        if (known == null) {
            known = read(version);
            types.put(version, known);
        }
        return known.isPresent() && isReadAlike(known.get(), columns);
    }

    private static boolean isReadAlike(Map<String, String> typesInFile, Collection<IndexedColumn> columns) {
        return columns.stream().allMatch(column -> {
            Optional<ColumnPath> path = IndexedColumns.path(column).filter(OrcFooters::isColumnOrField);
            if (path.isEmpty()) {
                return false;
            }
            String type = typesInFile.get(path.get().names().get(0));
            // a column that a file does not have is NULL for both
            return type == null || type.equals(lower(column.origin().storedType()));
        });
    }

    /** Maps may have a key twice, of which readers may return one or the other value. */
    private static boolean isColumnOrField(ColumnPath path) {
        return !path.ofElements() && path.key().isEmpty() && path.cast().isEmpty();
    }

    /** Returns the types of a file's columns; empty if columns may be found in another way than by their names, or be encrypted. */
    private Optional<Map<String, String>> read(FileVersion file) throws IOException {
        try (Reader footer = OrcFile.createReader(
                file.path(), OrcFile.readerOptions(configuration).maxLength(file.bytes()))) {
            TypeDescription schema = footer.getSchema();
            if (footer.getColumnEncryptionKeys().length > 0
                    || schema.getCategory() != TypeDescription.Category.STRUCT) {
                return Optional.empty();
            }
            List<String> names = schema.getFieldNames();
            Map<String, String> columns = new HashMap<>();
            for (int field = 0; field < names.size(); field++) {
                columns.put(
                        lower(names.get(field)),
                        lower(schema.getChildren().get(field).toString()));
            }
            boolean areNames = names.stream().anyMatch(name -> !name.startsWith("_col"));
            return areNames && columns.size() == names.size() ? Optional.of(columns) : Optional.empty();
        }
    }

    private static String lower(String text) {
        return text.toLowerCase(Locale.ENGLISH);
    }
}
