// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.scan;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import com.google.common.util.concurrent.ThreadFactoryBuilder;
import io.skipping.index.predicate.Verdict;
import io.skipping.index.snapshot.ObjectVerdict;
import io.skipping.spark.store.DataLocations;
import io.skipping.spark.store.SkippingOptions;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.execution.datasources.FileStatusWithMetadata;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks the indexes of locations which files hold nothing that a scan wants. Thread-safe. */
final class IndexLookup {
    private static final Logger log = LoggerFactory.getLogger(IndexLookup.class);

    private static final ExecutorService EXECUTOR = Executors.newCachedThreadPool(new ThreadFactoryBuilder()
            .setNameFormat("skipping-lookup-%d")
            .setDaemon(true)
            .build());

    private final LocatedIndexes indexes;

    IndexLookup(LocatedIndexes indexes) {
        this.indexes = indexes;
    }

    /** Creates the lookup of a session, with its settings as they are now. */
    static IndexLookup of(SparkSession session) {
        SkippingOptions options = SkippingOptions.of(session);
        return new IndexLookup(new LocatedIndexes(
                session.sparkContext().hadoopConfiguration(),
                session.sparkContext().sparkUser(),
                options.location().map(Path::new),
                options.cacheBytes()));
    }

    /**
     * Returns the files of which no row satisfies all conditions; none if there is no index, or it cannot be read in time.
     *
     * @param roots what the scan reads: folders of tables or of partitions, or files
     */
    Set<Path> skipped(
            List<FileStatusWithMetadata> files,
            Collection<Path> roots,
            Collection<Expression> conditions,
            SkippingOptions options) {
        Map<Path, List<FileStatus>> byLocation = new LinkedHashMap<>();
        List<Path> locations = DataLocations.of(
                roots, files.stream().map(FileStatusWithMetadata::getPath).toList());
        for (FileStatusWithMetadata file : files) {
            locations.stream()
                    .filter(location -> DataLocations.isBelow(file.getPath(), location))
                    .findFirst()
                    .ifPresent(location -> byLocation
                            .computeIfAbsent(location, each -> new ArrayList<>())
                            .add(file.fileStatus()));
        }
        Set<Path> skipped = new HashSet<>();
        byLocation.forEach((location, below) -> skipped.addAll(skipped(location, below, conditions, options)));
        return skipped;
    }

    /**
     * Returns the names of the indexes over some roots that can tell something of a condition.
     *
     * @throws io.skipping.index.IndexUnavailableException if an index cannot be read
     */
    List<String> deciding(Collection<Path> roots, Expression condition) {
        return DataLocations.of(roots, List.of()).stream()
                .flatMap(location -> indexes.of(location).stream())
                .flatMap(index -> index.deciding(condition).stream())
                .distinct()
                .toList();
    }

    private Set<Path> skipped(
            Path location, List<FileStatus> files, Collection<Expression> conditions, SkippingOptions options) {
        Future<Set<Path>> asked = EXECUTOR.submit(() -> skipped(location, files, conditions));
        try {
            return asked.get(options.timeout().toMillis(), MILLISECONDS);
        } catch (TimeoutException e) {
            // it goes on, so that the next scan finds the index in memory
            log.warn(
                    "All {} files of {} are read: the index did not answer within {} ms; a larger spark.skipping.lookup-timeout lets it",
                    files.size(),
                    location,
                    options.timeout().toMillis());
        } catch (ExecutionException e) {
            log.warn(
                    "All {} files of {} are read: {}",
                    files.size(),
                    location,
                    e.getCause().getMessage());
            log.debug("The index of {} cannot be used", location, e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return Set.of();
    }

    private Set<Path> skipped(Path location, List<FileStatus> files, Collection<Expression> conditions) {
        Set<Path> skipped = new HashSet<>();
        for (LocatedIndex index : indexes.of(location)) {
            List<ObjectVerdict> verdicts = index.verdicts(files, conditions);
            long bytes = 0;
            int stale = 0;
            int unindexed = 0;
            Map<String, Integer> reasons = new TreeMap<>();
            for (int file = 0; file < files.size(); file++) {
                ObjectVerdict verdict = verdicts.get(file);
                if (verdict instanceof ObjectVerdict.Known known && holdsNothing(known)) {
                    skipped.add(files.get(file).getPath());
                    reasons.merge(known.reason(0), 1, Integer::sum);
                    bytes += files.get(file).getLen();
                } else if (verdict instanceof ObjectVerdict.Stale) {
                    stale++;
                } else if (verdict instanceof ObjectVerdict.Unindexed) {
                    unindexed++;
                }
            }
            log.info(
                    "The index of {} at {}: {} of {} files are left out ({} bytes; by {}), {} are not in the index, and {} are there in another version or as another reader reads them",
                    index.table(),
                    location,
                    skipped.size(),
                    files.size(),
                    bytes,
                    reasons,
                    unindexed,
                    stale);
        }
        return skipped;
    }

    private static boolean holdsNothing(ObjectVerdict.Known known) {
        for (int range = 0; range < known.count(); range++) {
            if (known.verdict(range) != Verdict.CANNOT_MATCH) {
                return false;
            }
        }
        return known.count() > 0;
    }
}
