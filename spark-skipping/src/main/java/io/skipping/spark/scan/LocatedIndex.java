// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.scan;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toCollection;

import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.index.IndexedTable;
import io.skipping.index.LiveObject;
import io.skipping.index.ObjectVersion;
import io.skipping.index.Profile;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.predicate.Verdict;
import io.skipping.index.snapshot.IndexSnapshot;
import io.skipping.index.snapshot.ObjectVerdict;
import io.skipping.index.store.TableIndex;
import io.skipping.spark.format.ReaderProfile;
import io.skipping.spark.format.SourceFormat;
import io.skipping.spark.predicate.CatalystPredicates;
import io.skipping.spark.predicate.IndexedColumns;
import io.skipping.spark.store.ObjectVersions;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.catalyst.expressions.Expression;

/**
 * Answers for files by one state of an index.
 *
 * @param table whose index it is
 * @param index all states of it
 * @param snapshot its newest state
 * @param footers of files that another engine may have summarised
 */
record LocatedIndex(IndexedTable table, TableIndex index, IndexSnapshot snapshot, OrcFooters footers) {
    private static final String OTHERS = "orc/by-name";

    /** no index has it */
    private static final Profile UNLIKE = Profile.of("spark/by-release");

    LocatedIndex {
        requireNonNull(table, "table is null");
        requireNonNull(index, "index is null");
        requireNonNull(snapshot, "snapshot is null");
        requireNonNull(footers, "footers is null");
    }

    /**
     * Returns what the index proves of files below the table's location, one verdict for each; empty if it has no column of the conditions.
     *
     * @param reader how the files are read
     * @param isOver whether nobody waits for the verdicts any longer
     */
    Optional<List<ObjectVerdict>> verdicts(
            List<FileStatus> files, ReaderProfile reader, Collection<Expression> conditions, BooleanSupplier isOver) {
        Predicate predicate =
                new CatalystPredicates(new IndexedColumns(snapshot.definitions()), isOver).conjunction(conditions);
        if (predicate.columns().isEmpty()) {
            return Optional.empty();
        }
        Profile profile = reader.in(snapshot);
        Function<FileStatus, ObjectVersion> versions = ObjectVersions.in(table);
        List<ObjectVerdict> verdicts = snapshot.plan(predicate)
                .lookup(files.stream()
                        .map(file -> new LiveObject(
                                versions.apply(file), reader.isReadAlike(file.getPath()) ? profile : UNLIKE))
                        .toList());
        return Optional.of(
                reader.format() == SourceFormat.ORC && hasSummariesOfOthers(reader)
                        ? ofFilesReadAlike(files, verdicts, predicate.columns())
                        : verdicts);
    }

    /** Returns verdicts without those that leave out something of a file which another engine may have read in another way. */
    private List<ObjectVerdict> ofFilesReadAlike(
            List<FileStatus> files, List<ObjectVerdict> verdicts, Collection<IndexedColumn> columns) {
        List<FileStatus> leftOut = IntStream.range(0, files.size())
                .filter(file -> leavesOut(verdicts.get(file)))
                .mapToObj(files::get)
                .toList();
        Set<Path> unlike = leftOut.stream().map(FileStatus::getPath).collect(toCollection(HashSet::new));
        unlike.removeAll(footers.readAlike(leftOut, columns));
        return IntStream.range(0, files.size())
                .mapToObj(file -> unlike.contains(files.get(file).getPath())
                        ? new ObjectVerdict.Stale(ObjectVerdict.Stale.Change.PROFILE, OTHERS)
                        : verdicts.get(file))
                .toList();
    }

    private static boolean leavesOut(ObjectVerdict verdict) {
        return verdict instanceof ObjectVerdict.Known known
                && IntStream.range(0, known.count()).anyMatch(range -> known.verdict(range) == Verdict.CANNOT_MATCH);
    }

    /**
     * Returns the indexes that users asked for, built or not.
     *
     * @throws io.skipping.index.IndexUnavailableException if that cannot be read
     */
    List<IndexDefinition> requested() {
        return index.requested();
    }

    /** Returns whether another engine, which may find rows by other positions of a file, has summarised some files. */
    boolean hasSummariesOfOthers(ReaderProfile reader) {
        return !reader.othersIn(snapshot).isEmpty();
    }
}
