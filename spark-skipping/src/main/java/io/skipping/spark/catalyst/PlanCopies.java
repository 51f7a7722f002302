// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.catalyst;

import java.util.stream.IntStream;
import org.apache.spark.sql.catalyst.trees.TreeNode;
import org.apache.spark.sql.execution.datasources.FileFormat;
import org.apache.spark.sql.execution.datasources.FileIndex;
import org.apache.spark.sql.execution.datasources.HadoopFsRelation;

/** Copies parts of plans with something replaced. Releases of Spark have constructors of different lengths. */
public final class PlanCopies {
    private PlanCopies() {}

    /** Returns a node with another value in one of its fields, by its position in the constructor. */
    public static <T extends TreeNode<? super T>> T withField(T node, int position, Object value) {
        Object[] fields = IntStream.range(0, node.productArity())
                .mapToObj(field -> field == position ? value : node.productElement(field))
                .toArray();
        @SuppressWarnings("unchecked")
        T copy = (T) node.makeCopy(fields);
        return copy;
    }

    /** Returns a relation whose files are listed and read in another way. */
    public static HadoopFsRelation withFiles(HadoopFsRelation relation, FileIndex files, FileFormat format) {
        return relation.copy(
                files,
                relation.partitionSchema(),
                relation.dataSchema(),
                relation.bucketSpec(),
                format,
                relation.options(),
                relation.sparkSession());
    }
}
