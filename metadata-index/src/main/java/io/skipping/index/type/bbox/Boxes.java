// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type.bbox;

import static com.google.common.collect.ImmutableList.toImmutableList;

import io.skipping.index.predicate.InBoxes.Box;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** A list of boxes in one array, without an object for each, because there may be one for each row. */
final class Boxes {
    private static final int SIDES = 4;

    static final int MIN_X = 0;
    static final int MAX_X = 1;
    static final int MIN_Y = 2;
    static final int MAX_Y = 3;

    /** four for each box */
    private double[] sides = new double[SIDES];

    private int size;

    int size() {
        return size;
    }

    double side(int box, int side) {
        return sides[box * SIDES + side];
    }

    void add(double minX, double maxX, double minY, double maxY) {
        int at = size * SIDES;
        if (at == sides.length) {
            sides = Arrays.copyOf(sides, 2 * at);
        }
        sides[at + MIN_X] = minX;
        sides[at + MAX_X] = maxX;
        sides[at + MIN_Y] = minY;
        sides[at + MAX_Y] = maxY;
        size++;
    }

    void addAll(Boxes boxes) {
        for (int box = 0; box < boxes.size; box++) {
            add(boxes.side(box, MIN_X), boxes.side(box, MAX_X), boxes.side(box, MIN_Y), boxes.side(box, MAX_Y));
        }
    }

    /** Extends a box to contain a box of another list. */
    void join(int box, Boxes others, int other) {
        int to = box * SIDES;
        int from = other * SIDES;
        sides[to + MIN_X] = Math.min(sides[to + MIN_X], others.sides[from + MIN_X]);
        sides[to + MAX_X] = Math.max(sides[to + MAX_X], others.sides[from + MAX_X]);
        sides[to + MIN_Y] = Math.min(sides[to + MIN_Y], others.sides[from + MIN_Y]);
        sides[to + MAX_Y] = Math.max(sides[to + MAX_Y], others.sides[from + MAX_Y]);
    }

    boolean holds(int box, double minX, double maxX, double minY, double maxY) {
        int at = box * SIDES;
        return sides[at + MIN_X] <= minX
                && maxX <= sides[at + MAX_X]
                && sides[at + MIN_Y] <= minY
                && maxY <= sides[at + MAX_Y];
    }

    void clear() {
        size = 0;
    }

    List<Box> toList() {
        return IntStream.range(0, size)
                .mapToObj(box -> new Box(side(box, MIN_X), side(box, MAX_X), side(box, MIN_Y), side(box, MAX_Y)))
                .collect(toImmutableList());
    }

    long retainedBytes() {
        return 8L * sides.length;
    }
}
