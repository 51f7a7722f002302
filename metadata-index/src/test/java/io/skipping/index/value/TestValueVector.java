// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.value;

import static io.skipping.index.value.ScalarType.BIGINT;
import static io.skipping.index.value.ScalarType.DOUBLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.skipping.index.predicate.RandomValues;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

public class TestValueVector {
    @DataProvider
    public Object[][] types() {
        return RandomValues.TYPES.stream().map(type -> new Object[] {type}).toArray(Object[][]::new);
    }

    /** Also of one that is filled again and again. */
    @Test(dataProvider = "types")
    public void testEachRowHasItsValue(ScalarType type) {
        Random random = new Random(13);
        ValueVector used = ValueVector.of(type);
        for (int turn = 0; turn < 200; turn++) {
            RandomValues values = new RandomValues(type, random);
            List<Object> rows = new ArrayList<>();
            int count = random.nextInt(40);
            Object only = values.next();
            boolean isConstant = random.nextInt(4) == 0;
            for (int i = 0; i < count; i++) {
                rows.add(random.nextInt(6) == 0 && !isConstant ? null : isConstant ? only : values.next());
            }
            for (ValueVector vector : Vectors.inAllShapes(type, rows)) {
                check(type, vector, rows);
            }
            Vectors.fill(used, type, rows);
            check(type, used, rows);
        }
        List<Object> nulls = Collections.nCopies(5, null);
        Vectors.inAllShapes(type, nulls).forEach(vector -> check(type, vector, nulls));
    }

    private static void check(ScalarType type, ValueVector vector, List<Object> rows) {
        assertThat(vector.rowCount()).isEqualTo(rows.size());
        assertThat(vector.nullCount()).isEqualTo(Collections.frequency(rows, null));
        List<Key> keys = new ArrayList<>();
        rows.forEach(value -> keys.add(value == null ? null : PlainValues.key(type, value)));
        Set<Integer> seen = new HashSet<>();
        for (int row = 0; row < rows.size(); row++) {
            int value = vector.value(row);
            assertThat(value < 0 ? null : vector.key(value)).isEqualTo(keys.get(row));
            if (value >= 0) {
                seen.add(value);
            }
        }
        assertThat(seen).as("only values that some row has").hasSize(vector.valueCount());
        if (vector.isEachRowOnce()) {
            assertThat(IntStream.range(0, vector.valueCount()).mapToObj(vector::key))
                    .containsExactlyElementsOf(
                            keys.stream().filter(key -> key != null).toList());
        }
    }

    @Test
    public void testNegativeZero() {
        for (ValueVector vector : Vectors.inAllShapes(DOUBLE, List.of(-0.0, -0.0))) {
            assertThat(((LongVector) vector).mayHaveNegativeZero()).isTrue();
        }
        assertThat(((LongVector) Vectors.of(DOUBLE, 0.0, 1.0)).mayHaveNegativeZero())
                .isFalse();
    }

    @Test
    public void testFillersAreChecked() {
        LongVector vector = (LongVector) ValueVector.of(BIGINT);
        vector.fill(2, false);
        assertThatThrownBy(() -> vector.setRows(3, 2, 0, false)).isInstanceOf(IllegalArgumentException.class);
        Arrays.fill(vector.rows(3), 0, 3, 0);
        assertThatThrownBy(() -> vector.setRows(3, 2, 0, true)).isInstanceOf(IllegalArgumentException.class);
        vector.setRows(3, 1, 0, false);
        assertThat(vector.retainedBytes()).isPositive();
    }
}
