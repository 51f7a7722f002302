// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.snapshot;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableSortedMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Tells what a predicate leaves of the objects of a state, for people.
 *
 * @param all what there is
 * @param left what may match: an object counts if one of its ranges does
 * @param excluded ranges that cannot match, by the reason
 */
public record Leftover(Amount all, Amount left, SortedMap<String, Long> excluded) {
    public Leftover {
        requireNonNull(all, "all is null");
        requireNonNull(left, "left is null");
        excluded = ImmutableSortedMap.copyOf(excluded);
    }

    /**
     * Counts objects, their ranges, and the bytes of these.
     *
     * @param bytes of the ranges
     */
    public record Amount(long objects, long ranges, long bytes) {}

    /** Sums up what is left. Not thread-safe. */
    static final class Builder {
        private final Counter all = new Counter();
        private final Counter left = new Counter();
        private final Map<String, Long> excluded = new TreeMap<>();

        private static final class Counter {
            private long objects;
            private long ranges;
            private long bytes;

            void addRange(long length) {
                ranges++;
                bytes += length;
            }

            Amount amount() {
                return new Amount(objects, ranges, bytes);
            }
        }

        /** Adds an object, after all of its ranges. */
        void addObject(boolean isLeft) {
            all.objects++;
            if (isLeft) {
                left.objects++;
            }
        }

        void addLeft(long length) {
            all.addRange(length);
            left.addRange(length);
        }

        void addExcluded(long length, String reason) {
            all.addRange(length);
            excluded.merge(reason, 1L, Long::sum);
        }

        Leftover build() {
            return new Leftover(all.amount(), left.amount(), new TreeMap<>(excluded));
        }
    }
}
