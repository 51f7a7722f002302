// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.committed;

import static com.google.common.collect.ImmutableSet.toImmutableSet;
import static java.util.Comparator.comparing;
import static java.util.Objects.requireNonNull;

import com.google.common.base.Throwables;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.Sets;
import io.skipping.committer.data.DataSets;
import io.skipping.committer.data.DataSets.Depth;
import io.skipping.committer.name.AttemptNames;
import io.skipping.committer.store.HadoopFiles;
import io.skipping.committer.store.HadoopPaths;
import io.skipping.spark.store.DataLocations;
import io.skipping.spark.store.LookupThreads;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.security.AccessControlException;

/**
 * Decides which files of a scan count: data under an attempt name counts if and only if a manifest lists it, and files with ordinary
 * names count unless they were replaced, also if the scan names them: a pattern that Spark expands is no different to it. Each manifest
 * is read once, so that a commit after that does not affect the scan.
 */
public final class CommittedFiles {
    /** How many manifests are looked for at once: many folders of partitions have none, which costs requests to learn. */
    private static final int LOOKUPS = 32;

    private static final ExecutorService EXECUTOR = LookupThreads.upTo(LOOKUPS, "skipping-manifest");

    private final Configuration configuration;
    private final List<Path> roots;
    private final Map<Path, DataSets> dataSets = new ConcurrentHashMap<>();

    /**
     * Creates the decision for one scan; no manifest is read yet.
     *
     * @param roots what the scan reads: folders of tables or of partitions, or files
     */
    public CommittedFiles(Configuration configuration, Collection<Path> roots) {
        this.configuration = requireNonNull(configuration, "configuration is null");
        this.roots = ImmutableList.copyOf(roots);
    }

    /**
     * Locates a file or a folder of a data set.
     *
     * @param path relative to the root; of a folder with a trailing slash, or empty
     */
    private record Place(Path root, String path) {
        Place folder() {
            return new Place(root, path.substring(0, path.lastIndexOf('/') + 1));
        }

        boolean isOfAttempt() {
            return AttemptNames.attemptOfPath(path).isPresent();
        }
    }

    /**
     * Returns whether a job has written some of the files by the committer. If none has, there is most likely no manifest, and to look for
     * one in each folder costs requests that scans without any would pay for.
     */
    public static boolean hasAttempts(List<FileStatus> files) {
        return files.stream()
                .anyMatch(file -> AttemptNames.attemptOfPath(
                                file.getPath().toUri().getPath())
                        .isPresent());
    }

    /**
     * Returns the folders of tables of which a listing shows some partitions only: what a job has written to others may have replaced
     * files in these.
     *
     * @param files all files of the scan
     * @param isPruned whether the listing leaves out partitions of the roots
     */
    public Set<Path> tablesInPart(List<FileStatus> files, boolean isPruned) {
        Places places = new Places(files);
        return roots.stream()
                .map(root -> places.isListed(root) ? root.getParent() : root)
                .filter(folder ->
                        isPruned || !HadoopPaths.withoutPartitions(folder).equals(folder))
                .map(HadoopPaths::withoutPartitions)
                .collect(toImmutableSet());
    }

    /**
     * Returns whether jobs have written to a table by the committer. A folder that must not be read has no manifest: who reads a partition
     * may not be allowed to read the table.
     *
     * @param tables folders of tables
     * @throws UncheckedIOException if a manifest is damaged, or cannot be read
     */
    public boolean hasManifest(Set<Path> tables) {
        List<Future<Boolean>> asked = new ArrayList<>();
        for (Path table : tables) {
            asked.add(EXECUTOR.submit(() -> hasManifest(table)));
        }
        for (Future<Boolean> one : asked) {
            try {
                if (one.get()) {
                    return true;
                }
            } catch (ExecutionException e) {
                Throwables.throwIfUnchecked(e.getCause());
                throw new IllegalStateException(e.getCause());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("The scan was interrupted while manifests were looked for", e);
            }
        }
        return false;
    }

    private boolean hasManifest(Path table) {
        try {
            return dataSets(table).dataSet("").generation() > 0;
        } catch (AccessDeniedException | AccessControlException e) {
            return false;
        } catch (IOException e) {
            throw undetermined(table, e);
        }
    }

    /**
     * Returns the files that count.
     *
     * @throws UncheckedIOException if a manifest is damaged, or cannot be read
     */
    public Set<Path> of(List<FileStatus> files) {
        Places places = new Places(files);
        readManifests(places.folders(places.files));
        return files.stream()
                .filter(file -> counts(places.of(file.getPath()), file))
                .map(FileStatus::getPath)
                .collect(toImmutableSet());
    }

    private boolean counts(Place place, FileStatus file) {
        return ask(place.root(), dataSet -> dataSet.counts(place.path(), file.getLen(), file.getModificationTime()));
    }

    /** Says where the files of a scan are. */
    public enum Extent {
        /** directly in the folders of partitions, of which the scan may leave out others */
        PARTITIONS(Depth.CHILDREN),
        /** directly in the roots */
        ROOTS(Depth.CHILDREN),
        /** in the roots and below them */
        BELOW_ROOTS(Depth.ALL);

        private final Depth depth;

        Extent(Depth depth) {
            this.depth = depth;
        }
    }

    /**
     * Returns whether all files that count by the manifests read so far are there.
     *
     * @param files all that were listed
     * @param counted those that count
     */
    public boolean hasAll(List<FileStatus> files, Set<Path> counted, Extent extent) {
        return incomplete(new Places(files), counted, extent).isEmpty();
    }

    /** Throws if files that count are missing because they were overwritten. */
    public void checkNotOverwritten(List<FileStatus> files, Set<Path> counted, Extent extent) {
        incomplete(new Places(files), counted, extent).forEach((folder, found) -> {
            String name = "%s/%s".formatted(folder.root(), folder.path());
            Optional<String> overwritten =
                    ask(folder.root(), dataSet -> dataSet.overwritten(name, folder.path(), extent.depth, found));
            if (overwritten.isPresent()) {
                throw new IllegalStateException(overwritten.get());
            }
        });
    }

    /** Returns the folders with fewer files than count, and how many of these they have. */
    private Map<Place, Long> incomplete(Places places, Set<Path> counted, Extent extent) {
        Map<Path, NavigableMap<String, Long>> committed = new HashMap<>();
        for (Path file : counted) {
            Place place = places.of(file);
            if (place.isOfAttempt()) {
                committed
                        .computeIfAbsent(place.root(), root -> new TreeMap<>())
                        .merge(place.folder().path(), 1L, Long::sum);
            }
        }
        Map<Place, Long> incomplete = new LinkedHashMap<>();
        for (Place folder : extent == Extent.PARTITIONS ? places.folders(places.unnamed()) : places.rootFolders()) {
            NavigableMap<String, Long> counts = committed.getOrDefault(folder.root(), new TreeMap<>());
            long found = extent.depth == Depth.CHILDREN
                    ? counts.getOrDefault(folder.path(), 0L)
                    : below(counts, folder.path());
            if (ask(folder.root(), dataSet -> dataSet.expected(folder.path(), extent.depth)) > found) {
                incomplete.put(folder, found);
            }
        }
        return incomplete;
    }

    private static long below(NavigableMap<String, Long> counts, String folder) {
        long below = 0;
        for (Map.Entry<String, Long> entry : counts.tailMap(folder, true).entrySet()) {
            if (!entry.getKey().startsWith(folder)) {
                break;
            }
            below += entry.getValue();
        }
        return below;
    }

    /** Reads the manifests of many folders at once. What fails is asked again, and reported then. */
    private void readManifests(Set<Place> ofFiles) {
        Set<Place> folders = new HashSet<>();
        for (Place folder : ofFiles) {
            for (int end = 0; end >= 0; end = folder.path().indexOf('/', end) + 1) {
                folders.add(new Place(folder.root(), folder.path().substring(0, end)));
                if (end == folder.path().length()) {
                    break;
                }
            }
        }
        if (folders.size() < 2) {
            return;
        }
        List<Future<?>> read = new ArrayList<>();
        for (Place folder : folders) {
            read.add(EXECUTOR.submit(() -> dataSets(folder.root()).dataSet(folder.path())));
        }
        for (Future<?> one : read) {
            try {
                one.get();
            } catch (ExecutionException e) {
                return;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private interface Question<T> {
        T answer(DataSets dataSets) throws IOException;
    }

    private <T> T ask(Path root, Question<T> question) {
        try {
            return question.answer(dataSets(root));
        } catch (IOException e) {
            throw undetermined(root, e);
        }
    }

    private static UncheckedIOException undetermined(Path root, IOException e) {
        return new UncheckedIOException(
                "Cannot determine which objects of %s are committed: %s".formatted(root, e.getMessage()), e);
    }

    private DataSets dataSets(Path root) throws IOException {
        DataSets known = dataSets.get(root);
        if (known != null) {
            return known;
        }
        DataSets made = new DataSets(new HadoopFiles(root.getFileSystem(configuration), root));
        DataSets other = dataSets.putIfAbsent(root, made);
        return other == null ? made : other;
    }

    /** Knows the data sets of the files of a listing. */
    private final class Places {
        private final Set<Path> files;
        /** with their numbers, which decide between those of one file */
        private final Map<Path, Integer> locations = new HashMap<>();

        private final Map<Path, Path> byFolder = new HashMap<>();

        Places(List<FileStatus> listed) {
            this.files = listed.stream().map(FileStatus::getPath).collect(toImmutableSet());
            DataLocations.of(roots, files).forEach(location -> locations.put(location, locations.size()));
        }

        boolean isListed(Path path) {
            return files.contains(path);
        }

        /** Returns the files that the scan has found in its folders, and does not name: some of a folder are never incomplete. */
        Set<Path> unnamed() {
            return Sets.difference(files, Set.copyOf(roots));
        }

        /**
         * Returns the place of a file. That of a partition outside of its table has a data set of its own, and so has that of a partition
         * in a hidden folder of its table.
         */
        Place of(Path file) {
            return within(byFolder.computeIfAbsent(file.getParent(), this::dataSetOf), file);
        }

        private Path dataSetOf(Path folder) {
            return Stream.iterate(folder, Objects::nonNull, Path::getParent)
                    .filter(location -> locations.containsKey(location)
                            && AttemptNames.isData(within(location, folder).path()))
                    .min(comparing(locations::get))
                    .orElseGet(() -> HadoopPaths.withoutPartitions(folder));
        }

        /** Returns the folders that some files are in. */
        Set<Place> folders(Set<Path> some) {
            return some.stream().map(this::of).map(Place::folder).collect(toImmutableSet());
        }

        /** Returns the roots of the scan that are folders. */
        List<Place> rootFolders() {
            return roots.stream()
                    .filter(root -> !isListed(root))
                    .map(root -> {
                        Place place = within(HadoopPaths.withoutPartitions(root), root);
                        return new Place(place.root(), place.path().isEmpty() ? "" : place.path() + "/");
                    })
                    .toList();
        }

        private static Place within(Path root, Path path) {
            String base = root.toUri().getPath();
            String all = path.toUri().getPath();
            if (all.equals(base)) {
                return new Place(root, "");
            }
            return new Place(root, all.substring(base.endsWith("/") ? base.length() : base.length() + 1));
        }
    }
}
