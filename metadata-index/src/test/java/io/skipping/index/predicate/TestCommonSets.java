// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.predicate;

import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.index.ColumnOrigin;
import io.skipping.index.IndexedColumn;
import io.skipping.index.predicate.Predicate.InSet;
import io.skipping.index.value.Key;
import io.skipping.index.value.KeySet;
import io.skipping.index.value.ScalarType;
import java.util.List;
import java.util.stream.LongStream;
import org.testng.annotations.Test;

public class TestCommonSets {
    @Test
    public void testConditionsOnAColumnAreJoined() {
        assertThat(CommonSets.impliedBy(List.of(in("a", 1, 2), in("b", 3), in("a", 2, 3))))
                .containsExactly(in("a", 2));
    }

    @Test
    public void testWhatOneConditionSaysIsNotRepeated() {
        assertThat(CommonSets.impliedBy(List.of(in("a", 1, 2), in("a", 1)))).isEmpty();
    }

    /** A row with the elements 1 and 3 satisfies both conditions, and has no 2. */
    @Test
    public void testConditionsOnElementsAreNotJoined() {
        for (String column : List.of("elements(tags)", "elements(map_keys(attrs))", "elements(\"#5\")")) {
            assertThat(CommonSets.impliedBy(List.of(in(column, 1, 2), in(column, 2, 3))))
                    .as(column)
                    .isEmpty();
        }
    }

    /** The text of a name is for users. */
    @Test
    public void testColumnsOfElementsAreNotToldByTheirNames() {
        InSet low = in("tags", 1, 2);
        InSet high = in("tags", 2, 3);
        ColumnOrigin origin = low.column().origin();
        IndexedColumn elements = new IndexedColumn("tags", ScalarType.BIGINT, origin, true);
        IndexedColumn plain = new IndexedColumn("elements(tags)", ScalarType.BIGINT, origin, false);
        assertThat(CommonSets.impliedBy(List.of(new InSet(elements, low.values()), new InSet(elements, high.values()))))
                .isEmpty();
        assertThat(CommonSets.impliedBy(List.of(new InSet(plain, low.values()), new InSet(plain, high.values()))))
                .hasSize(1);
    }

    @Test
    public void testConditionsOnOneElementAreJoined() {
        InSet low = in("elements(tags)", 1, 2);
        InSet high = in("elements(tags)", 2, 3);
        InSet both = in("elements(tags)", 2);
        assertThat(CommonSets.ofOneElement(Predicate.and(List.of(low, high))))
                .isEqualTo(Predicate.and(List.of(low, high, both)));
        assertThat(CommonSets.ofOneElement(
                        Predicate.or(List.of(Predicate.and(List.of(low, high)), in("elements(tags)", 7)))))
                .isEqualTo(Predicate.or(List.of(Predicate.and(List.of(low, high, both)), in("elements(tags)", 7))));
        assertThat(CommonSets.ofOneElement(low)).isEqualTo(low);
    }

    private static InSet in(String column, long... values) {
        return new InSet(
                new IndexedColumn(column, ScalarType.BIGINT, "1:x"),
                KeySet.ofValues(
                                ScalarType.BIGINT,
                                LongStream.of(values).mapToObj(Key::of).toList())
                        .orElseThrow());
    }
}
