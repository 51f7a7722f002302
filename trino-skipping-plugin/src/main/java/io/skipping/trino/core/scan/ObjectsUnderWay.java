// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.scan;

import static com.google.common.collect.ImmutableList.toImmutableList;

import io.skipping.index.LiveObject;
import io.skipping.index.ObjectVersion;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.Function;

/**
 * Keeps what a stage has found out about objects of which more splits are expected: they arrive in several batches, and
 * an object is looked at once. Not thread-safe.
 *
 * @param <V> what is kept
 */
final class ObjectsUnderWay<V> {
    private final Function<ScanUnit, Object> basis;
    private final Map<Key, Known<V>> known = new HashMap<>();

    /** @param basis returns what the value depends on; compared by identity, so that a value is never used for another */
    ObjectsUnderWay(Function<ScanUnit, Object> basis) {
        this.basis = basis;
    }

    private record Key(LiveObject object, Object basis) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Key key && basis == key.basis && object.equals(key.object);
        }

        @Override
        public int hashCode() {
            return object.hashCode();
        }
    }

    /** @param end up to where splits of the object have arrived */
    private record Known<V>(V value, long end) {}

    /**
     * Returns the values of the objects of these units, in the same order.
     *
     * @param find returns the values of new objects, of each of which it gets the first unit
     */
    List<V> of(List<ScanUnit> units, Function<List<ScanUnit>, List<V>> find) {
        Map<Key, ScanUnit> unknown = new LinkedHashMap<>();
        for (ScanUnit unit : units) {
            Key key = key(unit);
            if (!known.containsKey(key)) {
                unknown.putIfAbsent(key, unit);
            }
        }
        if (!unknown.isEmpty()) {
            List<V> found = find.apply(List.copyOf(unknown.values()));
            int number = 0;
            for (Key key : unknown.keySet()) {
                known.put(key, new Known<>(found.get(number++), 0));
            }
        }
        List<V> values =
                units.stream().map(unit -> known.get(key(unit)).value()).collect(toImmutableList());
        // listings give the splits of an object from front to back; after the last one, no limit waits for another
        for (ScanUnit unit : units) {
            Key key = key(unit);
            if (unit.isLastOfObject()) {
                known.remove(key);
            } else {
                known.computeIfPresent(
                        key,
                        (_, before) -> new Known<>(before.value(), unit.range().end()));
            }
        }
        return values;
    }

    /** Returns whether the test is true of any object, by its value and the position up to which splits have arrived. */
    boolean anyMatch(BiPredicate<V, Long> test) {
        return known.values().stream().anyMatch(object -> test.test(object.value(), object.end()));
    }

    void clear() {
        known.clear();
    }

    private Key key(ScanUnit unit) {
        return new Key(ofOneListing(unit.object().live()), basis.apply(unit));
    }

    /**
     * Returns an object without the content tag of its listing, which another listing may have found changed since the first split:
     * the rest of the object keeps the value, of which a limit has counted rows. A file that has no time is of Iceberg's manifests:
     * its tag is the same in all its splits, and tells files of one path apart.
     */
    private static LiveObject ofOneListing(LiveObject object) {
        ObjectVersion version = object.version();
        if (version.modifiedMillis() == 0) {
            return object;
        }
        return new LiveObject(
                new ObjectVersion(version.path(), version.size(), version.modifiedMillis()), object.profile());
    }
}
