// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.spark;

import java.util.Arrays;
import java.util.List;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.BoundReference;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.plans.physical.HashPartitioning;
import org.apache.spark.sql.types.DataTypes;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Finds integers that a hash shuffle sends to given partitions. Spark's own {@code repartitionById} exists only from
 * release 4.1 on. This does the same in all releases, and rows stay in Spark's internal form.
 */
final class ShuffleKeys {
    private static final int NONE = -1;

    private ShuffleKeys() {}

    /**
     * Returns, for each partition, an integer that the shuffle sends there. It evaluates the same hash expression as
     * the shuffle, so it is correct whatever hash the release uses.
     */
    static int[] of(int partitions) {
        Expression key = new BoundReference(0, DataTypes.IntegerType, false);
        Expression partition = new HashPartitioning(
                        CollectionConverters.asScala(List.of(key)).toSeq(), partitions)
                .partitionIdExpression();
        int[] keys = new int[partitions];
        Arrays.fill(keys, NONE);
        // n · ln n integers usually suffice
        int missing = partitions;
        for (int candidate = 0; missing > 0; candidate++) {
            InternalRow row = new GenericInternalRow(new Object[] {candidate});
            int reached = (Integer) partition.eval(row);
            if (keys[reached] == NONE) {
                keys[reached] = candidate;
                missing--;
            }
        }
        return keys;
    }
}
