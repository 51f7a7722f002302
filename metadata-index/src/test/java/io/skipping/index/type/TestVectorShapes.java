// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.index.predicate.RandomValues;
import io.skipping.index.value.ScalarType;
import io.skipping.index.value.ValueVector;
import io.skipping.index.value.Vectors;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** However vectors list the values of a range, and into however many batches these are cut, its summary is the same. */
public class TestVectorShapes {
    private static final int RANGES = 40;

    private final IndexTypes indexTypes = IndexTypes.load(getClass().getClassLoader());

    @DataProvider
    public Object[][] indexes() {
        return indexTypes.all().stream()
                .flatMap(indexType -> RandomValues.TYPES.stream()
                        .filter(type -> isOver(indexType, type))
                        .map(type -> new Object[] {indexType.name(), type}))
                .toArray(Object[][]::new);
    }

    /** Those over shapes, of which random values are none, have a test of their own. */
    private static boolean isOver(IndexType indexType, ScalarType type) {
        if (indexType.name().equals("bbox")) {
            return false;
        }
        try {
            indexType.check(List.of(type), Map.of());
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    @Test(dataProvider = "indexes")
    public void testTheSummaryIsThatOfTheRows(String indexType, ScalarType type) {
        for (int seed = 0; seed < RANGES; seed++) {
            Random random = new Random(seed);
            List<Object> rows = rows(type, random);
            RangeFixture fixture = new RangeFixture(indexType, type).batches("plain", List.of(Vectors.of(type, rows)));
            int shape = 0;
            for (ValueVector vector : Vectors.inAllShapes(type, rows)) {
                fixture.batches("shape " + shape++, List.of(vector));
            }
            fixture.batches("batches", batches(type, rows, random));
            for (int i = 0; i < shape; i++) {
                assertThat(fixture.summary("shape " + i))
                        .as("seed %s, shape %s", seed, i)
                        .isEqualTo(fixture.summary("plain"));
            }
            assertThat(fixture.summary("batches")).as("seed %s, batches", seed).isEqualTo(fixture.summary("plain"));
            checkReused(fixture, type, rows, seed);
        }
    }

    private static List<Object> rows(ScalarType type, Random random) {
        RandomValues values = new RandomValues(type, random);
        int count = random.nextInt(120);
        Object only = random.nextInt(3) == 0 ? null : values.next();
        boolean isConstant = random.nextInt(5) == 0;
        List<Object> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            rows.add(isConstant ? only : random.nextInt(8) == 0 ? null : values.next());
        }
        return rows;
    }

    private static List<ValueVector> batches(ScalarType type, List<Object> rows, Random random) {
        List<ValueVector> batches = new ArrayList<>();
        for (int start = 0; start < rows.size(); ) {
            int end = start + 1 + random.nextInt(rows.size() - start);
            List<ValueVector> shapes = Vectors.inAllShapes(type, rows.subList(start, end));
            batches.add(shapes.get(random.nextInt(shapes.size())));
            start = end;
        }
        return batches;
    }

    /** An engine fills one vector again and again, so that a summary must hold on to nothing of it. */
    private static void checkReused(RangeFixture fixture, ScalarType type, List<Object> rows, int seed) {
        ValueVector vector = ValueVector.of(type);
        Summarizer summarizer = fixture.summarizer();
        Stream.of(rows.subList(0, rows.size() / 2), rows.subList(rows.size() / 2, rows.size()))
                .forEach(batch -> {
                    Vectors.fill(vector, type, batch);
                    summarizer.add(List.of(vector));
                });
        Vectors.fill(vector, type, List.of());
        fixture.summarized("reused", rows.size(), Summaries.finish(summarizer, fixture.fields()));
        assertThat(fixture.summary("reused")).as("seed %s, reused", seed).isEqualTo(fixture.summary("plain"));
    }
}
