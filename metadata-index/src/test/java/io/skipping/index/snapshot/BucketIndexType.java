// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.snapshot;

import io.skipping.index.predicate.Condition;
import io.skipping.index.type.function.FunctionIndexType;
import io.skipping.index.value.Key;
import io.skipping.index.value.ScalarType;
import java.util.Optional;

/** A user's index type: knows the function of {@link Condition.Called}. */
final class BucketIndexType extends FunctionIndexType {
    static final String NAME = "buckets";

    BucketIndexType() {
        super(NAME, Condition.Called.FUNCTION, ScalarType.BIGINT);
    }

    @Override
    protected boolean accepts(ScalarType column) {
        return true;
    }

    @Override
    protected Optional<Key> apply(Key value) {
        return Condition.Called.apply(value);
    }
}
