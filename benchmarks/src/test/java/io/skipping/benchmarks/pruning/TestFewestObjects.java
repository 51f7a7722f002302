// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.pruning;

import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.benchmarks.pruning.FewestObjects.Value;
import java.util.ArrayList;
import java.util.List;
import org.testng.annotations.Test;

public class TestFewestObjects {
    @Test
    public void testAllInOne() {
        assertThat(FewestObjects.with(values("a", 9, 8, 7, "b", 6, 5), 3)).isEqualTo(1);
    }

    @Test
    public void testSpread() {
        assertThat(FewestObjects.with(values("a", 9, 1, "b", 8, 1, "c", 7, 1), 3))
                .isEqualTo(3);
    }

    @Test
    public void testEqualValuesOfAnObjectThatIsNeededAnyway() {
        assertThat(FewestObjects.with(values("a", 9, 7, "b", 7, "c", 7), 2)).isEqualTo(1);
    }

    @Test
    public void testEqualValuesWhereMostAre() {
        assertThat(FewestObjects.with(values("a", 9, "b", 7, "c", 7, 7), 3)).isEqualTo(2);
        assertThat(FewestObjects.with(values("b", 7, "c", 7, 7, "d", 7), 4)).isEqualTo(3);
    }

    private static List<Value> values(Object... objectsAndValues) {
        List<Value> values = new ArrayList<>();
        String object = "";
        for (Object next : objectsAndValues) {
            if (next instanceof String name) {
                object = name;
            } else {
                values.add(new Value(object, (int) next));
            }
        }
        return values;
    }
}
