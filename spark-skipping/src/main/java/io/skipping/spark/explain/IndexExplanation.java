// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.explain;

import static java.time.temporal.ChronoUnit.SECONDS;
import static java.util.Objects.requireNonNull;

import io.airlift.slice.Slice;
import io.airlift.slice.Slices;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedTable;
import io.skipping.index.LiveObject;
import io.skipping.index.Profile;
import io.skipping.index.explain.AmountText;
import io.skipping.index.explain.ConjunctFinding;
import io.skipping.index.explain.ExplainedIndex;
import io.skipping.index.explain.Remedies;
import io.skipping.index.explain.UnknownObjects;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.snapshot.IndexSnapshot;
import io.skipping.index.snapshot.Leftover;
import io.skipping.spark.format.ReaderProfile;
import io.skipping.spark.predicate.CatalystPredicates;
import io.skipping.spark.predicate.IndexedColumns;
import io.skipping.spark.predicate.SparkTypes;
import io.skipping.spark.sedona.SedonaConstants;
import io.skipping.spark.store.ObjectVersions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.FileStatus;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.IsNotNull;
import org.apache.spark.sql.catalyst.expressions.PlanExpression;
import org.apache.spark.sql.types.AtomicType;
import scala.jdk.javaapi.CollectionConverters;

/** Explains, line by line, what an index leaves of a scan after each of its conditions. */
public final class IndexExplanation {
    /** Files of a scan that are looked up. */
    private static final int MOST_FILES = 1000;

    private final IndexedTable table;
    private final ExplainedIndex index;
    private final Optional<List<FileStatus>> files;
    private final ReaderProfile reader;

    /**
     * Creates the explanation.
     *
     * @param table the table whose index it is
     * @param snapshot the newest state of the index
     * @param requested the indexes that users asked for, built or not
     * @param files the files of the scan that are below the location of the table; empty if they are not known
     * @param reader how these are read
     * @param remedies what users run to have an index, or a better one
     */
    public IndexExplanation(
            IndexedTable table,
            IndexSnapshot snapshot,
            List<IndexDefinition> requested,
            Optional<List<FileStatus>> files,
            ReaderProfile reader,
            Remedies remedies) {
        this.table = requireNonNull(table, "table is null");
        this.files = requireNonNull(files, "files is null");
        this.reader = requireNonNull(reader, "reader is null");
        this.index = new ExplainedIndex(snapshot, folders(table, files), () -> requested, remedies);
    }

    private static java.util.function.Predicate<Slice> folders(IndexedTable table, Optional<List<FileStatus>> files) {
        if (files.isEmpty()) {
            return folder -> true;
        }
        Set<Slice> folders = files.get().stream()
                .map(file -> ObjectVersions.of(table, file).path())
                .map(path -> Slices.utf8Slice(path.substring(0, path.lastIndexOf('/') + 1)))
                .collect(Collectors.toSet());
        return folders::contains;
    }

    /**
     * Returns the lines: what the index knows, and what it leaves after each condition.
     *
     * @param conditions the conditions of the scan on columns of files
     */
    public List<ExplainedLine> lines(Collection<Expression> conditions) {
        List<ExplainedLine> lines = new ArrayList<>();
        Predicate predicate = Predicate.ALWAYS;
        Leftover before = index.left(predicate);
        Leftover first = before;
        lines.add(ExplainedLine.of("The index of %s knows %s"
                .formatted(
                        Instant.ofEpochMilli(index.snapshot().publishedMillis()).truncatedTo(SECONDS),
                        AmountText.of(first.all()))));
        Optional<UnknownObjects> unknown = files.map(this::lookedUp);
        List<ExplainedLine> ofUnknown = unknown.map(UnknownObjects::lines).orElse(List.of()).stream()
                .map(ExplainedLine::of)
                .toList();
        if (unknown.filter(UnknownObjects::areAllReadOtherwise).isPresent()) {
            // what the index leaves of them is of no use
            lines.addAll(ofUnknown);
            return lines;
        }
        Map<Expression, Predicate> each =
                new CatalystPredicates(new IndexedColumns(index.snapshot().definitions()).orEach()).each(conditions);
        for (Map.Entry<Expression, Predicate> condition : impliedLast(each)) {
            predicate = Predicate.and(List.of(predicate, condition.getValue()));
            Leftover after = index.left(predicate);
            if (after.left().ranges() < before.left().ranges() || !isImplied(condition.getKey(), conditions)) {
                lines.add(new ExplainedLine(
                        Optional.of(SedonaConstants.asText(condition.getKey()).sql()),
                        finding(condition.getKey(), condition.getValue(), before, after)));
            }
            before = after;
        }
        if (lines.size() > 2) {
            lines.add(ExplainedLine.of("All conditions leave " + AmountText.of(before.left(), first.all())));
        }
        lines.addAll(ofUnknown);
        return lines;
    }

    private static List<Map.Entry<Expression, Predicate>> impliedLast(Map<Expression, Predicate> conditions) {
        return conditions.entrySet().stream()
                .sorted(Comparator.comparing(condition -> isImplied(condition.getKey(), conditions.keySet())))
                .toList();
    }

    /**
     * Returns whether a condition is that a column has a value which another one is on. Spark adds such conditions, and they hardly ever
     * exclude anything.
     */
    private static boolean isImplied(Expression condition, Collection<Expression> all) {
        return condition instanceof IsNotNull
                && all.stream()
                        .filter(other -> !(other instanceof IsNotNull))
                        .anyMatch(other -> condition.references().subsetOf(other.references()));
    }

    private String finding(Expression condition, Predicate predicate, Leftover before, Leftover after) {
        return predicate.mayBeDecided()
                ? new ConjunctFinding(index, predicate, before, after).finding().text()
                : undecidable(condition);
    }

    private static String undecidable(Expression condition) {
        if (condition.exists(PlanExpression.class::isInstance)) {
            return "what its subquery returns is known only while the query runs";
        }
        Set<String> types = CollectionConverters.asJava(condition.references().toSeq()).stream()
                .map(Attribute::dataType)
                .filter(type ->
                        type instanceof AtomicType && SparkTypes.scalar(type).isEmpty())
                .map(type -> type.sql().toLowerCase(Locale.ENGLISH))
                .collect(Collectors.toSet());
        return types.isEmpty()
                ? ConjunctFinding.UNDECIDABLE.text()
                : "no index can decide it: none has values of type " + String.join(", ", types);
    }

    private UnknownObjects lookedUp(List<FileStatus> all) {
        Profile profile = reader.in(index.snapshot());
        List<LiveObject> looked = all.stream()
                .limit(MOST_FILES)
                .map(ObjectVersions.in(table))
                .map(version -> new LiveObject(version, profile))
                .toList();
        return UnknownObjects.of(index, looked, looked.size() == all.size());
    }
}
