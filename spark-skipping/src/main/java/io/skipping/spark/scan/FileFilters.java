// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.scan;

import io.skipping.index.filter.ObjectFilter;
import io.skipping.index.filter.ObjectFilter.Candidate;
import io.skipping.index.filter.ObjectFilters;
import io.skipping.index.predicate.Predicate;
import io.skipping.spark.predicate.CatalystPredicates;
import io.skipping.spark.predicate.ColumnFinder;
import io.skipping.spark.store.ObjectVersions;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.catalyst.catalog.ExternalCatalogUtils;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Leaves out the files that users' filters reject. A filter that fails is not called again in the scan. */
final class FileFilters {
    private static final Logger log = LoggerFactory.getLogger(FileFilters.class);

    private final List<ObjectFilter> filters =
            ObjectFilters.load(getClass().getClassLoader()).all();

    boolean isEmpty() {
        return filters.isEmpty();
    }

    /**
     * Returns the files of which a filter says that no row satisfies all conditions.
     *
     * @param partitionColumns in lower case
     */
    Set<Path> rejected(
            ScannedTable table,
            Set<String> partitionColumns,
            Collection<FileStatus> files,
            Collection<Expression> conditions) {
        if (filters.isEmpty()) {
            return Set.of();
        }
        Predicate predicate = new CatalystPredicates(ColumnFinder.EACH).conjunction(conditions);
        List<ObjectFilter> asked = new ArrayList<>(filters);
        Map<String, Integer> counts = new TreeMap<>();
        Set<Path> rejected = new HashSet<>();
        for (FileStatus file : files) {
            Candidate candidate = new Candidate(
                    table.schema(),
                    table.table(),
                    ObjectVersions.of(file),
                    partition(file.getPath(), partitionColumns));
            for (ObjectFilter filter : List.copyOf(asked)) {
                if (rejects(filter, predicate, candidate, asked)) {
                    counts.merge(filter.name(), 1, Integer::sum);
                    rejected.add(file.getPath());
                    break;
                }
            }
        }
        if (!rejected.isEmpty()) {
            log.info(
                    "{} of {} files of {} are left out by filters of users: {}",
                    rejected.size(),
                    files.size(),
                    table.table(),
                    counts);
        }
        return rejected;
    }

    private static boolean rejects(
            ObjectFilter filter, Predicate predicate, Candidate candidate, List<ObjectFilter> asked) {
        try {
            return !filter.mayMatch(predicate, candidate);
        } catch (RuntimeException | LinkageError e) {
            asked.remove(filter);
            log.warn(
                    "The object filter {} has failed at {}; the scan goes on without it",
                    filter.getClass().getName(),
                    candidate.version().path(),
                    e);
            return false;
        }
    }

    /** Returns the values of partition columns as they are in the names of folders. */
    private static Map<String, String> partition(Path file, Set<String> partitionColumns) {
        Map<String, String> values = new HashMap<>();
        for (Path folder = file.getParent(); folder != null; folder = folder.getParent()) {
            int equals = folder.getName().indexOf('=');
            if (equals > 0) {
                String column = ExternalCatalogUtils.unescapePathName(
                                folder.getName().substring(0, equals))
                        .toLowerCase(Locale.ENGLISH);
                if (partitionColumns.contains(column)) {
                    values.putIfAbsent(
                            column,
                            ExternalCatalogUtils.unescapePathName(
                                    folder.getName().substring(equals + 1)));
                }
            }
        }
        return values;
    }
}
