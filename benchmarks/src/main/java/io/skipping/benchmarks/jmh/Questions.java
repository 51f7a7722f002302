// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.jmh;

import static com.google.common.collect.ImmutableList.toImmutableList;

import io.skipping.index.predicate.Predicate;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Cycles through predicates of one kind. There are so many that a snapshot has evicted a predicate before it is asked
 * again. Thread-safe.
 */
final class Questions {
    private static final int COUNT = 64;

    private final List<Predicate> predicates;
    private final AtomicInteger asked = new AtomicInteger();

    /** @param number makes a predicate from a number; different numbers give different predicates */
    Questions(IntFunction<Predicate> number) {
        this.predicates = IntStream.range(0, COUNT).mapToObj(number).collect(toImmutableList());
    }

    Predicate next() {
        return predicates.get(Math.floorMod(asked.getAndIncrement(), COUNT));
    }
}
