// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.limit;

import org.apache.spark.sql.execution.LocalLimitExec;
import org.apache.spark.sql.execution.SparkPlan;

/** The limit of each partition. Spark copies it by its constructor, which has to be public. */
public final class NamedLocalLimit extends NamedLimit {
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
