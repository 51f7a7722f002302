// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.predicate;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableSet;
import io.airlift.slice.Slices;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.index.value.Key;
import io.skipping.index.value.KeySet;
import io.skipping.index.value.ScalarType;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.testng.annotations.Test;

/** Conditions are the same on columns under other names. */
public class TestLeafColumns {
    private static final IndexedColumn X = new IndexedColumn("x", ScalarType.DOUBLE, "1:iceberg");
    private static final IndexedColumn Y = new IndexedColumn("y", ScalarType.DOUBLE, "2:iceberg");
    private static final IndexedColumn TEXT = new IndexedColumn("text", ScalarType.VARCHAR, "3:iceberg");

    private static final UnaryOperator<IndexedColumn> NAMES =
            column -> new IndexedColumn("#" + column.origin().place(), column.type(), column.origin(), false);

    private static IndexedColumn named(IndexedColumn column) {
        return NAMES.apply(column);
    }

    @Test
    public void testConditionsOnOneColumn() {
        KeySet values =
                KeySet.ofValues(ScalarType.DOUBLE, List.of(Key.ofDouble(1.5))).orElseThrow();
        assertThat(new Predicate.InSet(X, values).over(NAMES)).isEqualTo(new Predicate.InSet(named(X), values));
        assertThat(new Predicate.IsNull(X).over(NAMES)).isEqualTo(new Predicate.IsNull(named(X)));
        assertThat(new CallIn(X, "abs", values).over(NAMES)).isEqualTo(new CallIn(named(X), "abs", values));
        assertThat(new Fragments(TEXT, List.of(Slices.utf8Slice("a"))).over(NAMES))
                .isEqualTo(new Fragments(named(TEXT), List.of(Slices.utf8Slice("a"))));
    }

    /** The order of the columns of a point counts. */
    @Test
    public void testPoints() {
        List<InBoxes.Box> boxes = List.of(new InBoxes.Box(0, 1, 2, 3));
        assertThat(new InBoxes(List.of(Y, X), boxes).over(NAMES))
                .isEqualTo(new InBoxes(List.of(named(Y), named(X)), boxes));
    }

    /** Checks that conditions on elements are not joined to one on points: different elements may satisfy them. */
    @Test
    public void testPointsOfElements() {
        IndexedColumn x = new IndexedColumn("elements(xs)", ScalarType.DOUBLE, "4");
        IndexedColumn y = new IndexedColumn("elements(ys)", ScalarType.DOUBLE, "5");
        assertThat(impliedBy(X, Y)).hasSize(1);
        assertThat(impliedBy(x, y)).isEmpty();
        assertThat(impliedBy(X, y)).isEmpty();
    }

    private static List<InBoxes> impliedBy(IndexedColumn x, IndexedColumn y) {
        KeySet one =
                KeySet.ofValues(ScalarType.DOUBLE, List.of(Key.ofDouble(1.5))).orElseThrow();
        return InBoxes.impliedBy(
                List.of(new Predicate.InSet(x, one), new Predicate.InSet(y, one)),
                List.of(new IndexDefinition("bbox", List.of(x, y), Map.of())));
    }

    private record OfAUser(IndexedColumn column) implements Predicate.Leaf {
        @Override
        public Set<IndexedColumn> columns() {
            return ImmutableSet.of(column);
        }
    }

    @Test
    public void testConditionsThatDoNotKnowHow() {
        assertThat(new OfAUser(X).over(NAMES)).isEqualTo(Predicate.UNKNOWN);
    }
}
