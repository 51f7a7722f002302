// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder.advice;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Holds a sample of objects, and what was measured in them.
 *
 * @param objects the objects
 * @param layout which numbers belong to which condition
 * @param numbers what was measured in each object, in the order of the layout
 * @param types the types of the expressions that conditions compare, both as SQL
 */
public record MeasuredSample(
        List<SampledObject> objects, SampleSql.Layout layout, List<long[]> numbers, Map<String, String> types) {
    /** Holds what an index leaves of each object, in bytes, and how many bytes it takes for all of them. */
    record LeftOfSample(double[] bytes, double indexBytes) {
        double total() {
            return Arrays.stream(bytes).sum();
        }

        /** Returns what two indexes leave together: of each object no more than either. */
        LeftOfSample and(LeftOfSample other) {
            double[] least = new double[bytes.length];
            Arrays.setAll(least, object -> Math.min(bytes[object], other.bytes[object]));
            return new LeftOfSample(least, indexBytes + other.indexBytes);
        }
    }

    long bytes() {
        return objects.stream().mapToLong(SampledObject::bytes).sum();
    }

    boolean has(Condition condition) {
        return layout.first().containsKey(condition);
    }

    /** Returns what each index type that can decide a condition leaves. */
    Map<IndexKind, LeftOfSample> left(Condition condition) {
        Map<IndexKind, double[]> bytes = new EnumMap<>(IndexKind.class);
        Map<IndexKind, Double> indexBytes = new EnumMap<>(IndexKind.class);
        int first = layout.first().get(condition);
        String type = SampleSql.type(condition, types);
        for (int number = 0; number < objects.size(); number++) {
            SampledObject object = objects.get(number);
            long[] row = numbers.get(number);
            int place = number;
            Measures.left(condition.form(), object, Arrays.copyOfRange(row, first, row.length), type)
                    .forEach((kind, left) -> {
                        bytes.computeIfAbsent(kind, _ -> new double[objects.size()])[place] =
                                object.bytesOf(left.ranges());
                        indexBytes.merge(kind, left.indexBytes(), Double::sum);
                    });
        }
        Map<IndexKind, LeftOfSample> left = new EnumMap<>(IndexKind.class);
        bytes.forEach((kind, ofObjects) -> left.put(kind, new LeftOfSample(ofObjects, indexBytes.get(kind))));
        return left;
    }

    /** Returns the options with which an index of some type serves a condition, where the default does not. */
    Map<String, String> options(IndexKind kind, Condition condition) {
        int first = layout.first().get(condition);
        return Measures.options(
                kind,
                condition,
                objects,
                numbers.stream()
                        .map(row -> Arrays.copyOfRange(row, first, row.length))
                        .toList());
    }

    /** Returns the bytes of the ranges that hold a row that satisfies a condition. */
    double matching(Condition condition) {
        int first = layout.first().get(condition);
        double sum = 0;
        for (int number = 0; number < objects.size(); number++) {
            SampledObject object = objects.get(number);
            sum += object.bytesOf(object.rangesWith(numbers.get(number)[first]));
        }
        return sum;
    }
}
