// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.index;

import io.skipping.index.IndexedColumn;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.predicate.Promotion;
import io.skipping.index.predicate.ValueTest;
import io.skipping.index.value.Key;
import io.skipping.index.value.KeyRange;
import io.skipping.index.value.KeySet;
import java.util.List;
import java.util.Optional;

/** Puts conditions on a column of a narrower type in terms of the wider one. Each value of the former is one value of the latter, in the same order. */
final class WidenedConditions {
    private static final Key BELOW_ZERO = Key.of(-1);

    private WidenedConditions() {}

    /**
     * Returns the same condition on a column of the wider type. It holds for the same values of the narrower type; the column has no
     * others.
     *
     * @param condition on the column with the narrower type, and on no other
     * @param wider the column with the wider type
     * @return empty if the condition cannot be put on it
     */
    static Optional<Predicate> over(Predicate.Leaf condition, Promotion promotion, IndexedColumn wider) {
        return switch (condition) {
            case Predicate.InSet set ->
                widened(set.values(), promotion).map(values -> new Predicate.InSet(wider, values));
            case Predicate.Passing passing ->
                Optional.of(new Predicate.Passing(wider, new WidenedTest(passing.test(), promotion)));
            case Predicate.IsNull _ -> Optional.of(new Predicate.IsNull(wider));
            default -> Optional.empty();
        };
    }

    private static Optional<KeySet> widened(KeySet values, Promotion promotion) {
        if (values.isZeroApart()) {
            // the ranges alone may not show it
            return Optional.empty();
        }
        return KeySet.of(
                promotion.to(),
                values.ranges().stream()
                        .map(range -> new KeyRange(
                                range.low().map(key -> widened(key, promotion)),
                                range.lowInclusive(),
                                range.high().map(key -> widened(key, promotion)),
                                range.highInclusive()))
                        .toList());
    }

    private static Key widened(Key end, Promotion promotion) {
        // no number has the key below that of a zero, which ends ranges below zero
        return promotion.from().isFloatingPoint() && end.equals(BELOW_ZERO) ? end : promotion.promoted(end);
    }

    private record WidenedTest(ValueTest test, Promotion promotion) implements ValueTest {
        @Override
        public boolean mayPass(Optional<Key> value) {
            if (value.isEmpty()) {
                return test.mayPass(value);
            }
            Optional<Key> narrowed = KeySet.ofValues(promotion.to(), List.of(value.get()))
                    .map(promotion::narrowed)
                    .filter(values -> values.count() == 1 && values.isPoints())
                    .flatMap(values -> values.range(0).low());
            // nothing is known of a value that the narrower type does not have
            return narrowed.isEmpty() || test.mayPass(narrowed);
        }
    }
}
