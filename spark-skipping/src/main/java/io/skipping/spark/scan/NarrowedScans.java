// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.scan;

import static java.util.stream.Collectors.toUnmodifiableSet;

import io.skipping.spark.catalyst.PlanCopies;
import io.skipping.spark.catalyst.Replacement;
import io.skipping.spark.catalyst.ScalaCollections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.ExprId;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.execution.FileSourceScanExec;
import org.apache.spark.sql.execution.datasources.HadoopFsRelation;
import scala.jdk.javaapi.CollectionConverters;

/** Makes scans list no files but those with rows that satisfy conditions which Spark does not list files by. */
final class NarrowedScans {
    private NarrowedScans() {}

    /** Returns an expression as one on the columns of a scan; empty if it needs none, or others, or has another value whenever it is asked. */
    static Optional<Expression> onColumns(FileSourceScanExec scan, Expression expression) {
        Map<ExprId, Expression> columns = CollectionConverters.asJava(scan.output()).stream()
                .collect(Collectors.toMap(Attribute::exprId, column -> (Expression) column, (one, same) -> one));
        List<Attribute> needed =
                CollectionConverters.asJava(expression.references().toSeq());
        return expression.deterministic()
                        && !needed.isEmpty()
                        && needed.stream().allMatch(column -> columns.containsKey(column.exprId()))
                ? Optional.of(replaced(expression, columns))
                : Optional.empty();
    }

    /** Returns an expression with others in place of columns. */
    static Expression replaced(Expression expression, Map<ExprId, Expression> columns) {
        return expression.transformUp(Replacement.of(
                Attribute.class,
                column -> columns.containsKey(column.exprId()),
                column -> columns.get(column.exprId())));
    }

    /**
     * Returns a scan of which only rows matter that satisfy some conditions.
     *
     * @param scan one that asks an index
     * @param conditions on its columns
     */
    static FileSourceScanExec of(FileSourceScanExec scan, List<Expression> conditions) {
        HadoopFsRelation relation = scan.relation();
        SkippingFileIndex files = (SkippingFileIndex) relation.location();
        SkippingFileIndex narrowed = files.narrowed(conditions.stream()
                .map(condition -> Narrowing.of(scan, condition))
                .collect(toUnmodifiableSet()));
        return PlanCopies.withField(scan, 0, PlanCopies.withFiles(relation, narrowed, relation.fileFormat()));
    }

    /** Returns a scan with other forms of the conditions that its reader is told. */
    static FileSourceScanExec withFilters(FileSourceScanExec scan, UnaryOperator<Expression> replaced) {
        List<Expression> filters = CollectionConverters.asJava(scan.dataFilters());
        // an empty list may be the same object as that of the conditions on partitions, which is before it
        int position = IntStream.range(0, scan.productArity())
                .filter(field -> scan.productElement(field) == scan.dataFilters())
                .max()
                .orElseThrow();
        return PlanCopies.withField(
                scan,
                position,
                ScalaCollections.seq(filters.stream().map(replaced).toList()));
    }
}
