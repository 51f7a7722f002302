// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.limit;

import io.skipping.spark.catalyst.ScalaCollections;
import java.util.List;
import org.apache.spark.sql.catalyst.plans.physical.AllTuples$;
import org.apache.spark.sql.catalyst.plans.physical.Distribution;
import org.apache.spark.sql.execution.GlobalLimitExec;
import org.apache.spark.sql.execution.SparkPlan;
import scala.collection.immutable.Seq;

/** Limits all rows together, without an offset. Spark copies it by its constructor, which has to be public. */
public final class NamedGlobalLimit extends NamedLimit {
    private final int offset;

    /**
     * Creates the limit.
     *
     * @param limit the maximum number of rows
     * @param offset 0; Spark shows and copies it
     */
    public NamedGlobalLimit(int limit, SparkPlan child, int offset) {
        super(limit, child, new GlobalLimitExec(limit, child, offset), "_limit_counter_global");
        this.offset = offset;
    }

    @Override
    public SparkPlan withNewChildInternal(SparkPlan newChild) {
        return new NamedGlobalLimit(limit, newChild, offset);
    }

    @Override
    public Seq<Distribution> requiredChildDistribution() {
        return ScalaCollections.seq(List.of(AllTuples$.MODULE$));
    }

    @Override
    public String nodeName() {
        return "GlobalLimit";
    }

    @Override
    public int productArity() {
        return 3;
    }

    @Override
    public Object productElement(int element) {
        return switch (element) {
            case 0 -> limit;
            case 1 -> child();
            default -> offset;
        };
    }
}
