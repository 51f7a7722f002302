// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.concurrency;

import io.skipping.testing.meters.park.Neighbourhood;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Draws the clients' questions: of ten, three are about a box, three about a town, three about an id, and one about all
 * rows.
 */
final class Questions {
    private static final int OF_EACH_KIND = 3;
    private static final long SEED = 20_260_115;

    private final List<Question> all = new ArrayList<>();

    /** @param rowsOfDay number of rows that a job writes per day; places and ids are taken from such a day */
    Questions(long rowsOfDay) {
        Random random = new Random(SEED);
        for (int number = 0; number < OF_EACH_KIND; number++) {
            long place = random.nextLong(rowsOfDay);
            double south = rounded(Job.latitude(place, rowsOfDay));
            double west = rounded(1 + random.nextDouble(5));
            all.add(Question.box(new Neighbourhood(south, rounded(south + 0.05), west, rounded(west + 0.5))));
            all.add(Question.town(Job.town(random.nextLong(rowsOfDay), rowsOfDay)));
            all.add(Question.id(random.nextLong(rowsOfDay)));
        }
        all.add(Question.all());
    }

    /** Rounds to as many digits as the text of a query has. */
    private static double rounded(double degrees) {
        return Math.round(degrees * 1e4) / 1e4;
    }

    List<Question> all() {
        return all;
    }

    /** Returns all questions, in an order of the client's own. */
    List<Question> shuffled(Random random) {
        List<Question> shuffled = new ArrayList<>(all);
        Collections.shuffle(shuffled, random);
        return shuffled;
    }
}
