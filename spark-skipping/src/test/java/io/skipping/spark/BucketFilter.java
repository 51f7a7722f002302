// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark;

import io.skipping.index.filter.ObjectFilter;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.value.Key;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;

/** Knows which {@code id} the files in a partition of the table {@code filtered} have. Fails for the table {@code failing}. */
public final class BucketFilter implements ObjectFilter {
    static final AtomicInteger MADE = new AtomicInteger();

    public BucketFilter() {
        MADE.incrementAndGet();
    }

    @Override
    public String name() {
        return "bucket";
    }

    @Override
    public boolean mayMatch(Predicate predicate, Candidate object) {
        return switch (object.table()) {
            case "filtered" ->
                mayMatch(predicate, Long.parseLong(object.partition().get("bucket")));
            case "maps" ->
                !(predicate instanceof Predicate.InSet in)
                        || !in.column().name().equals("places.id");
            case "failing" -> throw new IllegalStateException("fails");
            default -> true;
        };
    }

    private static boolean mayMatch(Predicate predicate, long bucket) {
        if (predicate instanceof Predicate.And and) {
            return and.operands().stream().allMatch(operand -> mayMatch(operand, bucket));
        }
        if (predicate instanceof Predicate.Or or) {
            return or.operands().stream().anyMatch(operand -> mayMatch(operand, bucket));
        }
        return !(predicate instanceof Predicate.InSet in)
                || !in.column().name().equals("id")
                || LongStream.range(bucket * TestSkipping.ROWS, (bucket + 1) * TestSkipping.ROWS)
                        .anyMatch(id -> in.values().contains(Key.of(id)));
    }
}
