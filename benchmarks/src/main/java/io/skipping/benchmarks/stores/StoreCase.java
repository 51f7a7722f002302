// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.stores;

import io.skipping.benchmarks.measure.Case;
import io.skipping.index.predicate.Predicate;
import java.util.function.IntFunction;

/**
 * A question.
 *
 * @param name as results call it
 * @param description for people
 * @param predicates that are different, so that no answer is known before, and of which each leaves the same objects
 * @param targetSeconds most that it may take, when warm, of a search engine
 */
record StoreCase(String name, String description, IntFunction<Predicate> predicates, double targetSeconds)
        implements Case {}
