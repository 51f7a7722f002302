// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.layout;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Holds questions of one kind: past ones, with which layouts may be trained, and those that are measured. No question
 * is in both.
 */
record Workload(String name, List<Question> past, List<Asked> asked) {
    private static final Instant BEGINNING = Instant.parse("2026-01-16T00:00:00Z");

    interface Kind {
        /**
         * Returns a question.
         *
         * @param seed determines everything that is random in the question
         */
        Question question(long seed, Instant time);
    }

    static Workload of(Readings readings, String name, int questions, long seed, Kind kind) {
        return new Workload(
                name,
                questions(questions, seed, 0, kind),
                Asked.all(readings, questions(questions, seed, questions, kind)));
    }

    /** Returns boxes around meters: past ones around some of them, and those that are measured around others. */
    static Workload around(Readings readings, String name, double kilometres, int[] past, int[] asked) {
        return new Workload(
                name, around(readings, kilometres, past), Asked.all(readings, around(readings, kilometres, asked)));
    }

    private static List<Question> around(Readings readings, double kilometres, int[] meters) {
        return IntStream.range(0, meters.length)
                .mapToObj(number ->
                        Question.box(readings, meters[number], kilometres, BEGINNING.plus(Duration.ofHours(number))))
                .toList();
    }

    /** Returns questions at intervals of an hour. */
    static List<Question> questions(int count, long seed, int first, Kind kind) {
        List<Question> questions = new ArrayList<>();
        for (int number = first; number < first + count; number++) {
            // far enough apart for a question's own draws
            questions.add(kind.question(1000 * (seed + number), BEGINNING.plus(Duration.ofHours(number))));
        }
        return questions;
    }

    /** Returns boxes around meters. */
    static Kind boxes(Readings readings, double kilometres) {
        return (seed, time) -> Question.box(readings, Draws.of(seed, 1, readings.meters())[0], kilometres, time);
    }

    /** Returns boxes around meters on one side of a latitude. */
    static Kind boxesBeyond(Readings readings, double kilometres, double latitude, boolean north) {
        return (seed, time) -> {
            for (int meter : Draws.of(seed, 900, readings.meters())) {
                if (readings.latitude(meter) >= latitude == north) {
                    return Question.box(readings, meter, kilometres, time);
                }
            }
            throw new IllegalStateException("Too few meters beyond latitude " + latitude);
        };
    }

    /**
     * Returns a random mix: two hours in a box of 10 km; half a °C in a box of 50 km; half a °C within an hour,
     * anywhere.
     */
    static Kind mixed(Readings readings) {
        return (seed, time) -> {
            int meter = Draws.of(seed, 1, readings.meters())[0];
            int row = meter * Readings.QUARTERS + Draws.of(seed + 1, 1, Readings.QUARTERS)[0];
            double reading = readings.value(row, Readings.TEMPERATURE);
            long at = readings.time(row);
            return switch (Draws.of(seed + 2, 1, 3)[0]) {
                case 0 -> Question.box(readings, meter, 10, time).with(Readings.TIME, at - 3600, at + 3600);
                case 1 ->
                    Question.box(readings, meter, 50, time).with(Readings.TEMPERATURE, reading - 0.25, reading + 0.25);
                default ->
                    Question.everything(time)
                            .with(Readings.TIME, at - 1800, at + 1800)
                            .with(Readings.TEMPERATURE, reading - 0.25, reading + 0.25);
            };
        };
    }
}
