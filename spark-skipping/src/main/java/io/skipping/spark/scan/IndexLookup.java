// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.scan;

import static java.util.Objects.requireNonNullElse;
import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.NANOSECONDS;

import com.google.common.base.Ticker;
import com.google.common.collect.MapMaker;
import com.google.common.util.concurrent.ThreadFactoryBuilder;
import io.skipping.index.snapshot.ObjectVerdict;
import io.skipping.spark.format.ReaderProfile;
import io.skipping.spark.parts.FileParts;
import io.skipping.spark.scan.Findings.Answer;
import io.skipping.spark.store.DataLocations;
import io.skipping.spark.store.SkippingOptions;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.spark.SparkContext;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.internal.SQLConf;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks the indexes of locations which files hold nothing that a scan wants. Thread-safe. */
public final class IndexLookup {
    private static final Logger log = LoggerFactory.getLogger(IndexLookup.class);

    /** How many locations of a scan are asked at a time. */
    private static final int AT_A_TIME = 16;

    private static final ExecutorService EXECUTOR = Executors.newCachedThreadPool(new ThreadFactoryBuilder()
            .setNameFormat("skipping-lookup-%d")
            .setDaemon(true)
            .build());

    /** Spark makes the rule that asks for them anew for each query, and what they have in memory must not be lost with it. */
    private static final ConcurrentMap<SparkContext, Map<Settings, IndexLookup>> BY_CONTEXT =
            new MapMaker().weakKeys().makeMap();

    static {
        // here, where no time runs
        ObjectSizes.prepare();
    }

    private final LocatedIndexes indexes;
    private final EarlyAnswers<List<LocatedIndex>> newest;
    /** Found once, since that looks through all jars. */
    private final FileFilters filters = new FileFilters();

    private IndexLookup(LocatedIndexes indexes) {
        this.indexes = indexes;
        this.newest = new EarlyAnswers<>(indexes::of, EXECUTOR, Ticker.systemTicker());
    }

    private record Settings(Optional<String> location, long cacheBytes) {}

    /** Makes the next queries of this driver look which indexes there are, because a session has built one. */
    public static void lookAgain(SparkSession session) {
        BY_CONTEXT.getOrDefault(session.sparkContext(), Map.of()).values().forEach(lookup -> {
            lookup.indexes.lookAgain();
            lookup.newest.clear();
        });
    }

    /** Returns the lookup of all sessions of this driver that have the same settings of where indexes are, and of memory for them. */
    static IndexLookup of(SparkSession session) {
        SkippingOptions options = SkippingOptions.of(session);
        SparkContext context = session.sparkContext();
        return BY_CONTEXT
                .computeIfAbsent(context, each -> new ConcurrentHashMap<>())
                .computeIfAbsent(
                        new Settings(options.location(), options.cacheBytes()),
                        // it must not know the context, which would never go then
                        settings -> new IndexLookup(new LocatedIndexes(
                                context.hadoopConfiguration(),
                                context.sparkUser(),
                                settings.location().map(Path::new),
                                settings.cacheBytes(),
                                EXECUTOR)));
    }

    /** Returns the filters of users. */
    FileFilters filters() {
        return filters;
    }

    /** Begins to look for the indexes over a location, so that they are in memory when a scan lists its files. */
    void prepare(Path location) {
        newest.ask(location);
    }

    /**
     * Returns the files, and of other files the parts, of which no row satisfies all conditions; none if there is no index, or it cannot
     * be read in time.
     *
     * @param roots what the scan reads: folders of tables or of partitions, or files
     * @param reader how it reads files
     */
    Findings find(
            List<FileStatus> files,
            Collection<Path> roots,
            ReaderProfile reader,
            Collection<Expression> conditions,
            SkippingOptions options) {
        return find(DataLocations.split(files, roots), reader, conditions, options);
    }

    /** Asks the indexes of all locations, some at a time, for no longer than a scan waits. */
    private Findings find(
            Map<Path, List<FileStatus>> byLocation,
            ReaderProfile reader,
            Collection<Expression> conditions,
            SkippingOptions options) {
        Queue<Path> waiting = new ConcurrentLinkedQueue<>(byLocation.keySet());
        Map<Path, Findings> found = new ConcurrentHashMap<>();
        AtomicBoolean isOver = new AtomicBoolean();
        SQLConf settings = SQLConf.get();
        List<Future<?>> lanes = new ArrayList<>();
        for (int lane = 0; lane < Math.min(AT_A_TIME, byLocation.size()); lane++) {
            lanes.add(EXECUTOR.submit(() -> SQLConf.withExistingConf(settings, () -> {
                for (Path location = waiting.poll(); location != null && !isOver.get(); location = waiting.poll()) {
                    List<FileStatus> files = byLocation.get(location);
                    found.put(
                            location,
                            findOrFail(location, files, reader, conditions, options.smallestGapBytes(), isOver::get));
                }
                return null;
            })));
        }
        long deadline = System.nanoTime() + options.timeout().toNanos();
        try {
            for (Future<?> lane : lanes) {
                lane.get(Math.max(0, deadline - System.nanoTime()), NANOSECONDS);
            }
        } catch (TimeoutException e) {
            log.warn(
                    "All files of {} of {} locations, such as {}, are read: the index did not answer within {} ms; a larger spark.skipping.lookup-timeout lets it",
                    byLocation.size() - found.size(),
                    byLocation.size(),
                    byLocation.keySet().stream()
                            .filter(location -> !found.containsKey(location))
                            .findFirst()
                            .map(Path::toString)
                            .orElse(""),
                    options.timeout().toMillis());
        } catch (ExecutionException e) {
            log.warn(
                    "Files of {} are read: {}",
                    byLocation.keySet(),
                    e.getCause().getMessage(),
                    e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        isOver.set(true);
        return Findings.ofAll(byLocation.entrySet().stream()
                .map(below -> Optional.ofNullable(found.get(below.getKey()))
                        .orElseGet(() -> Findings.all(Answer.FAILED, below.getValue())))
                .toList());
    }

    /**
     * Returns the newest states of the indexes over a location.
     *
     * @throws io.skipping.index.IndexUnavailableException if an index cannot be read
     */
    List<LocatedIndex> indexes(Path location) {
        return newest.get(location);
    }

    /**
     * Asks an index with the settings of this thread, for no longer than a scan waits.
     *
     * @throws TimeoutException if it takes longer; it goes on, so that the next one finds the index in memory
     * @throws ExecutionException if it fails
     */
    static <T> T await(Supplier<T> question, SkippingOptions options)
            throws TimeoutException, ExecutionException, InterruptedException {
        SQLConf settings = SQLConf.get();
        return EXECUTOR.submit(() -> SQLConf.withExistingConf(settings, question::get))
                .get(options.timeout().toMillis(), MILLISECONDS);
    }

    /** Asks the indexes of a location; one that cannot be read makes no scan fail. */
    private Findings findOrFail(
            Path location,
            List<FileStatus> files,
            ReaderProfile reader,
            Collection<Expression> conditions,
            long smallestGap,
            BooleanSupplier isOver) {
        try {
            return find(location, files, reader, conditions, smallestGap, isOver);
        } catch (RuntimeException e) {
            log.warn(
                    "All {} files of {} are read: {}. If this stays so, build the index again",
                    files.size(),
                    location,
                    requireNonNullElse(e.getMessage(), e.toString()));
            log.debug("The index of {} cannot be used", location, e);
            return Findings.all(Answer.FAILED, files);
        }
    }

    private Findings find(
            Path location,
            List<FileStatus> files,
            ReaderProfile reader,
            Collection<Expression> conditions,
            long smallestGap,
            BooleanSupplier isOver) {
        Findings all = Findings.NOTHING;
        for (LocatedIndex index : indexes(location)) {
            all = all.plus(find(index, location, files, reader, conditions, smallestGap, isOver));
        }
        return all;
    }

    private static Findings find(
            LocatedIndex index,
            Path location,
            List<FileStatus> files,
            ReaderProfile reader,
            Collection<Expression> conditions,
            long smallestGap,
            BooleanSupplier isOver) {
        Optional<List<ObjectVerdict>> answered = index.verdicts(files, reader, conditions, isOver);
        if (answered.isEmpty()) {
            log.info("The index of {} at {} has no column of the conditions", index.table(), location);
            return Findings.all(Answer.GIVEN, files);
        }
        List<ObjectVerdict> verdicts = answered.get();
        boolean isOfOthers = index.hasSummariesOfOthers(reader);
        Set<Path> skipped = new HashSet<>();
        Map<Path, FileParts> parts = new HashMap<>();
        Map<Path, Answer> answers = new HashMap<>();
        long bytes = 0;
        Map<String, Integer> reasons = new TreeMap<>();
        for (int file = 0; file < files.size(); file++) {
            FileStatus status = files.get(file);
            ObjectVerdict verdict = verdicts.get(file);
            answers.put(status.getPath(), answer(verdict));
            if (verdict instanceof ObjectVerdict.Known known && known.count() > 0) {
                Optional<FileParts> left = FileParts.of(known, smallestGap, isOfOthers);
                if (left.isPresent() && left.get().bytes() == 0) {
                    skipped.add(status.getPath());
                    reasons.merge(known.reason(0), 1, Integer::sum);
                } else {
                    left.ifPresent(some -> parts.put(status.getPath(), some));
                }
                bytes += left.map(some -> status.getLen() - some.bytes()).orElse(0L);
            }
        }
        log.info(
                "The index of {} at {}: {} of {} files are left out (by {}), and parts of {} ({} bytes), {} are not in the index, and {} are there in another version or as another reader reads them",
                index.table(),
                location,
                skipped.size(),
                files.size(),
                reasons,
                parts.size(),
                bytes,
                Collections.frequency(answers.values(), Answer.UNINDEXED),
                Collections.frequency(answers.values(), Answer.STALE));
        return new Findings(skipped, parts, answers);
    }

    private static Answer answer(ObjectVerdict verdict) {
        if (verdict instanceof ObjectVerdict.Unindexed) {
            return Answer.UNINDEXED;
        }
        return verdict instanceof ObjectVerdict.Stale ? Answer.STALE : Answer.GIVEN;
    }
}
