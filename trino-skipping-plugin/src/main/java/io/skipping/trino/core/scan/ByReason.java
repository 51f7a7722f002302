// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.scan;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ObjLongConsumer;

/** Counts pruned items separately for each reason. Thread-safe. */
final class ByReason {
    private final Map<String, LongAdder> numbers = new ConcurrentHashMap<>();

    void add(String reason, long number) {
        numbers.computeIfAbsent(reason, _ -> new LongAdder()).add(number);
    }

    /** Returns the sum over all reasons. */
    long sum() {
        return numbers.values().stream().mapToLong(LongAdder::sum).sum();
    }

    void forEach(ObjLongConsumer<String> consumer) {
        numbers.forEach((reason, number) -> consumer.accept(reason, number.sum()));
    }
}
