// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.limit;

import org.apache.spark.sql.execution.LocalLimitExec;
import org.apache.spark.sql.execution.SparkPlan;

/** Limits the rows of each partition. Spark copies it by its constructor, which has to be public. */
public final class NamedLocalLimit extends NamedLimit {
    /** Creates the limit, which is a number of rows. */
    public NamedLocalLimit(int limit, SparkPlan child) {
        super(limit, child, new LocalLimitExec(limit, child), "_limit_counter_local");
    }

    @Override
    public SparkPlan withNewChildInternal(SparkPlan newChild) {
        return new NamedLocalLimit(limit, newChild);
    }

    @Override
    public String nodeName() {
        return "LocalLimit";
    }

    @Override
    public int productArity() {
        return 2;
    }

    @Override
    public Object productElement(int element) {
        return element == 0 ? (Object) limit : child();
    }
}
