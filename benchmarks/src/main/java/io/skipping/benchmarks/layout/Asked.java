// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.layout;

import java.util.List;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * A question with the rows that it wants, found by testing every row.
 *
 * @param meters the meters at the places that it asks for
 * @param rows the rows of these meters that it wants; null if it wants all of them
 */
record Asked(Question question, int[] meters, int[] rows) {
    static List<Asked> all(Readings readings, List<Question> questions) {
        return questions.stream()
                .parallel()
                .map(question -> of(readings, question))
                .toList();
    }

    private static Asked of(Readings readings, Question question) {
        int[] meters = IntStream.range(0, readings.meters())
                .filter(meter -> question.isMetByPlaceOf(readings, meter))
                .toArray();
        if (!question.asks(Readings.TIME) && !question.asks(Readings.TEMPERATURE)) {
            return new Asked(question, meters, null);
        }
        IntStream.Builder rows = IntStream.builder();
        for (int meter : meters) {
            for (int row = Readings.firstRow(meter); row < Readings.firstRow(meter + 1); row++) {
                if (question.isMetByRow(readings, row)) {
                    rows.add(row);
                }
            }
        }
        return new Asked(question, meters, rows.build().toArray());
    }

    /** Passes each wanted row to an action. */
    void forEachRow(IntConsumer action) {
        if (rows != null) {
            for (int row : rows) {
                action.accept(row);
            }
            return;
        }
        for (int meter : meters) {
            for (int row = Readings.firstRow(meter); row < Readings.firstRow(meter + 1); row++) {
                action.accept(row);
            }
        }
    }
}
