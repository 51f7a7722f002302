// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.scan;

import static com.google.common.base.Preconditions.checkArgument;
import static io.trino.spi.function.InvocationConvention.InvocationArgumentConvention.NEVER_NULL;
import static io.trino.spi.function.InvocationConvention.InvocationReturnConvention.FAIL_ON_NULL;
import static io.trino.spi.function.InvocationConvention.simpleConvention;

import io.skipping.index.type.RangeBounds;
import io.trino.spi.connector.SortOrder;
import io.trino.spi.type.Type;
import io.trino.spi.type.TypeOperators;
import java.lang.invoke.MethodHandle;
import java.util.Comparator;
import java.util.Optional;
import java.util.PriorityQueue;

/**
 * The last of the first {@code k} rows of an order, as far as the bounds of ranges tell: of a range with bounds 3 and 9 and
 * five rows, one row is known to be 9, and all five to be 3 or more. The more ranges are taken in, the better it gets. Not
 * thread-safe.
 */
final class TopRows {
    private final long wanted;
    private final boolean ascending;
    private final boolean nullsFirst;
    /** puts a value first that the order puts first */
    private final Comparator<Object> order;

    /** of the rows that are known to exist, the first {@code wanted} ones, the last of them at the head */
    private final PriorityQueue<Known> known;

    private long rows;

    /** Some rows that come no later in the order than a value. */
    private record Known(Object value, long rows) {}

    /** @param wanted how many rows, at least one */
    TopRows(Type type, SortOrder direction, long wanted) {
        checkArgument(wanted > 0, "the first %s rows", wanted);
        this.wanted = wanted;
        this.ascending = direction.isAscending();
        this.nullsFirst = direction.isNullsFirst();
        Comparator<Object> comparator = comparator(type);
        this.order = ascending ? comparator : comparator.reversed();
        this.known = new PriorityQueue<>(Comparator.comparing(Known::value, order.reversed()));
    }

    private static Comparator<Object> comparator(Type type) {
        MethodHandle compare = new TypeOperators()
                .getComparisonUnorderedLastOperator(type, simpleConvention(FAIL_ON_NULL, NEVER_NULL, NEVER_NULL));
        return (left, right) -> {
            try {
                return (int) (long) compare.invoke(left, right);
            } catch (Throwable e) {
                throw new IllegalStateException("Values of type %s do not compare".formatted(type), e);
            }
        };
    }

    /** Takes in a range all of whose rows are in the scan. */
    void add(long rowCount, RangeBounds bounds) {
        Optional<Object> best = ascending ? bounds.minimum() : bounds.maximum();
        Optional<Object> worst = ascending ? bounds.maximum() : bounds.minimum();
        boolean bestExact = ascending ? bounds.minimumExact() : bounds.maximumExact();
        long values = rowCount - bounds.nulls();
        if (values <= 0) {
            return;
        }
        // of NaNs it is not known how many there are; but a bound that is exact is a row
        long between = bounds.mayHoldNan() ? 0 : values;
        if (bestExact && best.isPresent()) {
            add(best.get(), 1);
            between--;
        }
        if (between > 0 && worst.isPresent()) {
            add(worst.get(), between);
        }
    }

    private void add(Object value, long count) {
        if (rows >= wanted && order.compare(value, known.peek().value()) >= 0) {
            return;
        }
        known.add(new Known(value, Math.min(count, wanted)));
        rows += Math.min(count, wanted);
        while (rows - known.peek().rows() >= wanted) {
            rows -= known.remove().rows();
        }
    }

    /** Whether no row of a range is among the first ones. */
    boolean isBehind(long rowCount, RangeBounds bounds) {
        if (rows < wanted) {
            return false;
        }
        if (bounds.nulls() > 0 && nullsFirst) {
            return false;
        }
        if (bounds.nulls() == rowCount) {
            return true;
        }
        if (bounds.mayHoldNan() && !ascending) {
            // the engine takes NaN for the largest of all
            return false;
        }
        Optional<Object> best = ascending ? bounds.minimum() : bounds.maximum();
        return best.isPresent() && order.compare(best.get(), known.peek().value()) > 0;
    }
}
