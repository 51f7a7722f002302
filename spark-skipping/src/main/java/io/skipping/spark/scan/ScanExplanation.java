// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.scan;

import io.skipping.spark.catalyst.ScalaCollections;
import io.skipping.spark.parts.FileParts;
import java.util.List;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.SubqueryExpression;
import org.apache.spark.sql.execution.FileSourceScanExec;
import org.apache.spark.sql.execution.QueryExecution;
import org.apache.spark.sql.execution.SparkPlan;
import org.apache.spark.sql.execution.datasources.FileStatusWithMetadata;
import org.apache.spark.sql.execution.datasources.PartitionDirectory;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;

/** Tells what indexes leave of the scans of a query, without running it. */
public final class ScanExplanation {
    private ScanExplanation() {}

    /**
     * Explains the scans that ask an index: what it leaves after each condition, or why a condition leaves everything; how many files are read,
     * and of how many of them only parts. If an index cannot be read, the text says so.
     *
     * @return lines of text; none if no scan asks an index
     */
    public static String of(QueryExecution query) {
        StringBuilder text = new StringBuilder();
        for (SparkPlan leaf : CollectionConverters.asJava(query.sparkPlan().collectLeaves())) {
            if (leaf instanceof FileSourceScanExec scan
                    && scan.relation().location() instanceof SkippingFileIndex index) {
                explain(scan, index, text);
            }
        }
        return text.toString();
    }

    private static void explain(FileSourceScanExec scan, SkippingFileIndex index, StringBuilder text) {
        text.append("Scan of %s%n".formatted(index.rootPaths().mkString(", ")));
        index.explain(scan.partitionFilters(), scan.dataFilters())
                .forEach(line -> text.append("  %s%n".formatted(line)));
        // subqueries have no values yet
        Seq<Expression> partitionFilters = withoutSubqueries(scan.partitionFilters());
        List<FileStatusWithMetadata> left =
                files(index.listFiles(partitionFilters, withoutSubqueries(scan.dataFilters())));
        long inParts = left.stream()
                .filter(file -> file.metadata().contains(FileParts.KEY))
                .count();
        text.append("  reads %,d of %,d files%s%n"
                .formatted(
                        left.size(),
                        files(index.listFiles(partitionFilters, ScalaCollections.seq(List.of())))
                                .size(),
                        inParts == 0 ? "" : ", of which %,d in parts".formatted(inParts)));
    }

    private static Seq<Expression> withoutSubqueries(Seq<Expression> filters) {
        return ScalaCollections.seq(CollectionConverters.asJava(filters).stream()
                .filter(filter -> !SubqueryExpression.hasSubquery(filter))
                .toList());
    }

    private static List<FileStatusWithMetadata> files(Seq<PartitionDirectory> listed) {
        return CollectionConverters.asJava(listed).stream()
                .flatMap(partition -> CollectionConverters.asJava(partition.files()).stream())
                .toList();
    }
}
