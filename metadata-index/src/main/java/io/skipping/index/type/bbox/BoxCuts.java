// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type.bbox;

import static io.skipping.index.type.bbox.Boxes.MAX_X;
import static io.skipping.index.type.bbox.Boxes.MAX_Y;
import static io.skipping.index.type.bbox.Boxes.MIN_X;
import static io.skipping.index.type.bbox.Boxes.MIN_Y;
import static java.util.Comparator.comparingDouble;

import java.util.Arrays;
import java.util.PriorityQueue;

/**
 * Covers boxes by few boxes, from the top down, as in García, López and Leutenegger, "A greedy algorithm for bulk
 * loading R-trees" (1998). It starts with one group that contains all boxes and repeatedly cuts one group in two, along
 * X or Y, where the cut reduces the area most. The greedy choice is not always the best one.
 *
 * <p>Both orders are sorted once; a cut splits them and preserves the order.
 */
final class BoxCuts {
    /** Margin added to each box, as a share of the whole area's sides, so that lines have an area, too. */
    private static final double MARGIN = 0.001;

    private final Boxes boxes;
    /** one box around all boxes */
    private final Boxes whole;
    /** whether each box is before the current cut */
    private final boolean[] isBefore;
    /** for each position in an order, the area of the box around the boxes up to there */
    private final double[] areas;

    private BoxCuts(Boxes boxes) {
        this.boxes = boxes;
        this.isBefore = new boolean[boxes.size()];
        this.areas = new double[boxes.size()];
        this.whole = around(all());
    }

    /**
     * Returns boxes that cover the given boxes, in no particular order.
     *
     * @param most number of boxes, at least one
     */
    static Boxes cover(Boxes boxes, int most) {
        Boxes cover = new Boxes();
        if (boxes.size() == 0) {
            return cover;
        }
        for (Group group : new BoxCuts(boxes).groups(most)) {
            cover.addAll(group.around());
        }
        return cover;
    }

    /**
     * A group of boxes to be covered by one box, with the best way to cut it in two.
     *
     * @param around one box
     * @param orders the boxes of the group in order along X, and along Y
     * @param axis index of the order to cut
     * @param at number of boxes in that order before the cut
     * @param gain area that the cut saves; 0 if no cut saves any
     */
    private record Group(Boxes around, int[][] orders, int axis, int at, double gain) {}

    private PriorityQueue<Group> groups(int most) {
        PriorityQueue<Group> groups = new PriorityQueue<>(comparingDouble(group -> -group.gain()));
        groups.add(group(new int[][] {ordered(MIN_X, MAX_X), ordered(MIN_Y, MAX_Y)}));
        while (groups.size() < most && groups.peek().gain() > 0) {
            Group group = groups.poll();
            int[] order = group.orders()[group.axis()];
            for (int i = 0; i < order.length; i++) {
                isBefore[order[i]] = i < group.at();
            }
            groups.add(group(part(group, true)));
            groups.add(group(part(group, false)));
        }
        return groups;
    }

    /** Returns the orders of the boxes before the cut of a group, or after it. */
    private int[][] part(Group group, boolean before) {
        int size = before ? group.at() : group.orders()[0].length - group.at();
        int[][] parts = new int[group.orders().length][size];
        for (int axis = 0; axis < parts.length; axis++) {
            int count = 0;
            for (int box : group.orders()[axis]) {
                if (isBefore[box] == before) {
                    parts[axis][count++] = box;
                }
            }
        }
        return parts;
    }

    private Group group(int[][] orders) {
        Boxes around = around(orders[0]);
        double area = area(around);
        int axis = 0;
        int at = 0;
        double gain = 0;
        for (int tried = 0; tried < orders.length; tried++) {
            int[] order = orders[tried];
            Boxes before = one(order[0]);
            for (int i = 0; i < order.length; i++) {
                before.join(0, boxes, order[i]);
                areas[i] = area(before);
            }
            Boxes after = one(order[order.length - 1]);
            for (int i = order.length - 1; i > 0; i--) {
                after.join(0, boxes, order[i]);
                double saved = area - areas[i - 1] - area(after);
                if (saved > gain) {
                    axis = tried;
                    at = i;
                    gain = saved;
                }
            }
        }
        return new Group(around, orders, axis, at, gain);
    }

    /** Orders the boxes by the middle between two of their sides, as far as floats distinguish these. */
    private int[] ordered(int minSide, int maxSide) {
        double origin = whole.side(0, minSide);
        long[] keys = new long[boxes.size()];
        for (int box = 0; box < keys.length; box++) {
            float middle = (float) (boxes.side(box, minSide) - origin + (boxes.side(box, maxSide) - origin));
            // none is negative, so their bits order as the floats do
            keys[box] = (long) Float.floatToIntBits(middle) << 32 | box;
        }
        Arrays.sort(keys);
        return Arrays.stream(keys).mapToInt(key -> (int) key).toArray();
    }

    private int[] all() {
        int[] all = new int[boxes.size()];
        Arrays.setAll(all, box -> box);
        return all;
    }

    private Boxes around(int[] some) {
        Boxes around = one(some[0]);
        for (int box : some) {
            around.join(0, boxes, box);
        }
        return around;
    }

    private Boxes one(int box) {
        Boxes one = new Boxes();
        one.add(boxes.side(box, MIN_X), boxes.side(box, MAX_X), boxes.side(box, MIN_Y), boxes.side(box, MAX_Y));
        return one;
    }

    private double area(Boxes one) {
        return (share(one, MIN_X, MAX_X) + MARGIN) * (share(one, MIN_Y, MAX_Y) + MARGIN);
    }

    private double share(Boxes one, int minSide, int maxSide) {
        double from = whole.side(0, minSide);
        double to = whole.side(0, maxSide);
        return from == to ? 0 : (one.side(0, maxSide) - one.side(0, minSide)) / (to - from);
    }
}
