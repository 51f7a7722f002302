// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.stores;

import io.skipping.benchmarks.measure.Case;
import io.skipping.index.predicate.Predicate;
import java.util.function.IntFunction;

/**
 * Describes a question.
 *
 * @param name as results name it
 * @param description for human readers
 * @param predicates different predicates that each leave the same objects, so that no answer is cached
 * @param targetSeconds limit for the time by a search engine, when warm
 */
record StoreCase(String name, String description, IntFunction<Predicate> predicates, double targetSeconds)
        implements Case {}
