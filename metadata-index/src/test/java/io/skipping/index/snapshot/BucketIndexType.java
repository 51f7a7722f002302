// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.snapshot;

import io.skipping.index.predicate.Condition;
import io.skipping.index.type.FunctionIndexType;
import io.trino.spi.type.BigintType;
import io.trino.spi.type.Type;
import java.util.Optional;

/** A user's index type: knows the function of {@link Condition.Called}. */
final class BucketIndexType extends FunctionIndexType {
    static final String NAME = "buckets";

    BucketIndexType() {
        super(NAME, Condition.Called.FUNCTION, BigintType.BIGINT);
    }

    @Override
    protected boolean accepts(Type column) {
        return true;
    }

    @Override
    protected Optional<Object> apply(Object value) {
        return Condition.Called.apply(value);
    }
}
