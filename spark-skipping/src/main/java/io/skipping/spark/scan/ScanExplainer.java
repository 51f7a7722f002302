// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.scan;

import static java.util.Objects.requireNonNull;

import io.skipping.index.IndexUnavailableException;
import io.skipping.spark.catalyst.ScalaCollections;
import io.skipping.spark.explain.ExplainedLine;
import io.skipping.spark.explain.IndexExplanation;
import io.skipping.spark.explain.SparkRemedies;
import io.skipping.spark.format.ReaderProfile;
import io.skipping.spark.format.SourceFormat;
import io.skipping.spark.store.DataLocations;
import io.skipping.spark.store.SkippingOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.execution.datasources.FileIndex;
import org.apache.spark.sql.execution.datasources.InMemoryFileIndex;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/** Explains, line by line, what the indexes of a scan leave of it. */
final class ScanExplainer {
    private final IndexLookup lookup;
    private final ScannedTable table;
    private final ReaderProfile reader;
    private final SkippingOptions options;

    ScanExplainer(IndexLookup lookup, ScannedTable table, ReaderProfile reader, SkippingOptions options) {
        this.lookup = requireNonNull(lookup, "lookup is null");
        this.table = requireNonNull(table, "table is null");
        this.reader = requireNonNull(reader, "reader is null");
        this.options = requireNonNull(options, "options is null");
    }

    /**
     * Returns the lines. Looks at no file, and lists none that Spark has not listed already. Does not fail.
     *
     * @param files of the scan, and others
     * @param conditions on columns of files
     */
    List<ExplainedLine> explain(FileIndex files, Seq<Expression> partitionFilters, List<Expression> conditions) {
        try {
            return IndexLookup.await(() -> lines(files, partitionFilters, conditions), options);
        } catch (TimeoutException e) {
            return failed("it did not answer within %d ms; a larger spark.skipping.lookup-timeout lets it"
                    .formatted(options.timeout().toMillis()));
        } catch (ExecutionException e) {
            return e.getCause() instanceof IndexUnavailableException
                    ? failed("%s. If this stays so, build the index again, as by %s"
                            .formatted(e.getCause().getMessage(), builds(files)))
                    : List.of(ExplainedLine.of("What the index leaves cannot be said: "
                            + e.getCause().getMessage()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return List.of();
        }
    }

    /** Returns the code that builds the index of the first location of a scan. */
    private String builds(FileIndex files) {
        List<Path> roots = CollectionConverters.asJava(files.rootPaths());
        return new SparkRemedies(index(DataLocations.of(roots, List.of()).get(0)))
                .build()
                .text();
    }

    private static List<ExplainedLine> failed(String why) {
        return List.of(ExplainedLine.of("The index cannot be used, and everything is read: " + why));
    }

    private List<ExplainedLine> lines(FileIndex files, Seq<Expression> partitionFilters, List<Expression> conditions) {
        Optional<List<FileStatus>> listed = listed(files, partitionFilters);
        List<Path> roots = CollectionConverters.asJava(files.rootPaths());
        List<Path> locations = DataLocations.of(
                roots,
                listed.orElse(List.of()).stream().map(FileStatus::getPath).toList());
        Optional<Map<Path, List<FileStatus>>> byLocation = listed.map(all -> DataLocations.split(all, roots));
        List<ExplainedLine> lines = new ArrayList<>();
        for (Path location : locations) {
            SparkRemedies remedies = new SparkRemedies(index(location));
            List<LocatedIndex> indexes = lookup.indexes(location);
            if (indexes.isEmpty()) {
                lines.add(ExplainedLine.of(
                        "The table has no index: " + remedies.build().text()));
            }
            for (LocatedIndex index : indexes) {
                if (locations.size() > 1 || indexes.size() > 1) {
                    lines.add(ExplainedLine.of("By the index of %s at %s:".formatted(index.table(), location)));
                }
                Optional<List<FileStatus>> below = byLocation.map(all -> all.getOrDefault(location, List.of()));
                lines.addAll(new IndexExplanation(
                                index.table(), index.snapshot(), index.requested(), below, reader, remedies)
                        .lines(conditions));
            }
        }
        return lines;
    }

    /** Returns the files, if Spark has listed them already. */
    private static Optional<List<FileStatus>> listed(FileIndex files, Seq<Expression> partitionFilters) {
        FileIndex own = files;
        while (own instanceof ForwardingFileIndex forwarding) {
            own = forwarding.files;
        }
        if (!(own instanceof InMemoryFileIndex)) {
            return Optional.empty();
        }
        // subqueries have no values yet
        List<Expression> known = CollectionConverters.asJava(partitionFilters).stream()
                .filter(filter -> !SubqueryConditions.hasSubquery(filter))
                .toList();
        return Optional.of(Listing.of(files, ScalaCollections.seq(known), ScalaCollections.seq(List.of()))
                .files());
    }

    /** Returns the code that returns the index of a location. */
    private String index(Path location) {
        if (table.isOfCatalog()) {
            return "SkippingIndex.of(spark.table(%s))"
                    .formatted(SparkRemedies.quoted(table.schema() + "." + table.table()));
        }
        String path = SparkRemedies.quoted(location.toString());
        return reader.format() == SourceFormat.PARQUET
                ? "SkippingIndex.of(spark, %s)".formatted(path)
                : "SkippingIndex.of(spark.read().format(\"%s\")….load(%s))"
                        .formatted(reader.format().name().toLowerCase(Locale.ENGLISH), path);
    }
}
