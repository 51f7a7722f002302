// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static io.trino.spi.type.DoubleType.DOUBLE;
import static java.util.Comparator.comparingDouble;

import com.google.common.collect.ImmutableList;
import io.skipping.index.predicate.InBoxes.Box;
import io.trino.spi.block.ArrayBlockBuilder;
import io.trino.spi.block.BlockBuilder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.ToDoubleFunction;

/**
 * Few boxes that cover many, of small area together. Memory is bounded: boxes that are in none of the cover yet are
 * gathered, and when there are 2048 of them, the cover is made anew, of all these and the old cover, four times as fine as it
 * is to be in the end.
 *
 * <p>It is made from the top, as in García, López and Leutenegger, "A greedy algorithm for bulk loading R-trees" (1998): of
 * one group that holds all, again and again the group is cut in two, along X or Y and where it gains most, whose cut makes
 * the area smallest. The greedy choice is not always the best one, and what was joined once is never parted; but each box
 * covers what was joined, so that every shape is in the cover.
 */
final class BoxCover {
    private static final int MOST_PENDING = 2048;
    private static final int FINER = 4;

    /** What is added to each side of a box, as a share of all that is covered, so that lines have an area too. */
    private static final double MARGIN = 0.001;

    private static final List<Comparator<Box>> ORDERS =
            List.of(comparingDouble(box -> box.minX() + box.maxX()), comparingDouble(box -> box.minY() + box.maxY()));

    private final int most;
    private List<Box> cover = List.of();
    private final List<Box> pending = new ArrayList<>();
    /** of the cover, the one that held the last shape: the next one is often near */
    private Optional<Box> last = Optional.empty();

    /** @param most boxes in the end */
    BoxCover(int most) {
        this.most = most;
    }

    void add(double minX, double maxX, double minY, double maxY) {
        if (last.isPresent() && holds(last.get(), minX, maxX, minY, maxY)) {
            return;
        }
        for (Box box : cover) {
            if (holds(box, minX, maxX, minY, maxY)) {
                last = Optional.of(box);
                return;
            }
        }
        pending.add(new Box(minX, maxX, minY, maxY));
        if (pending.size() == MOST_PENDING) {
            coverAnew(FINER * most);
        }
    }

    private static boolean holds(Box box, double minX, double maxX, double minY, double maxY) {
        return box.minX() <= minX && maxX <= box.maxX() && box.minY() <= minY && maxY <= box.maxY();
    }

    /** The boxes in the end, in no order; after that nothing can be added. */
    List<Box> boxes() {
        coverAnew(most);
        return cover;
    }

    /** Appends the boxes, one coordinate to each field. */
    void write(List<BlockBuilder> fields) {
        List<Box> boxes = boxes();
        List<ToDoubleFunction<Box>> coordinates = List.of(Box::minX, Box::maxX, Box::minY, Box::maxY);
        for (int field = 0; field < coordinates.size(); field++) {
            ToDoubleFunction<Box> coordinate = coordinates.get(field);
            ((ArrayBlockBuilder) fields.get(field)).buildEntry(elements -> {
                for (Box box : boxes) {
                    DOUBLE.writeDouble(elements, coordinate.applyAsDouble(box));
                }
            });
        }
    }

    long retainedBytes() {
        return 56L * (cover.size() + pending.size());
    }

    private void coverAnew(int groups) {
        pending.addAll(cover);
        last = Optional.empty();
        cover = pending.isEmpty() ? List.of() : cover(ImmutableList.copyOf(pending), groups);
        pending.clear();
    }

    /** Boxes that one box is to cover, and the best way to cut them in two, if that is of any use. */
    private record Group(Box box, Optional<Cut> cut) {}

    private record Cut(List<Box> before, List<Box> after, double gain) {}

    private static List<Box> cover(List<Box> boxes, int most) {
        Box whole = join(boxes);
        PriorityQueue<Group> groups = new PriorityQueue<>(
                comparingDouble((Group group) -> -group.cut().map(Cut::gain).orElse(0.0)));
        groups.add(group(boxes, whole));
        while (groups.size() < most && groups.peek().cut().isPresent()) {
            Cut cut = groups.poll().cut().get();
            groups.add(group(cut.before(), whole));
            groups.add(group(cut.after(), whole));
        }
        return groups.stream().map(Group::box).collect(toImmutableList());
    }

    private static Group group(List<Box> boxes, Box whole) {
        Box all = join(boxes);
        Optional<Cut> best = Optional.empty();
        for (Comparator<Box> order : ORDERS) {
            List<Box> sorted = boxes.stream().sorted(order).collect(toImmutableList());
            double[] areasBefore = new double[sorted.size()];
            Box before = sorted.getFirst();
            for (int i = 0; i < areasBefore.length; i++) {
                before = join(before, sorted.get(i));
                areasBefore[i] = area(before, whole);
            }
            Box after = sorted.getLast();
            int at = 0;
            double smallest = area(all, whole);
            for (int i = areasBefore.length - 1; i > 0; i--) {
                after = join(after, sorted.get(i));
                double area = areasBefore[i - 1] + area(after, whole);
                if (area < smallest) {
                    smallest = area;
                    at = i;
                }
            }
            double gain = area(all, whole) - smallest;
            if (at > 0 && gain > best.map(Cut::gain).orElse(0.0)) {
                best = Optional.of(new Cut(sorted.subList(0, at), sorted.subList(at, sorted.size()), gain));
            }
        }
        return new Group(all, best);
    }

    private static double area(Box box, Box whole) {
        return (share(box.minX(), box.maxX(), whole.minX(), whole.maxX()) + MARGIN)
                * (share(box.minY(), box.maxY(), whole.minY(), whole.maxY()) + MARGIN);
    }

    private static double share(double from, double to, double wholeFrom, double wholeTo) {
        return wholeFrom == wholeTo ? 0 : (to - from) / (wholeTo - wholeFrom);
    }

    private static Box join(List<Box> boxes) {
        Box all = boxes.getFirst();
        for (Box box : boxes) {
            all = join(all, box);
        }
        return all;
    }

    private static Box join(Box left, Box right) {
        return new Box(
                Math.min(left.minX(), right.minX()),
                Math.max(left.maxX(), right.maxX()),
                Math.min(left.minY(), right.minY()),
                Math.max(left.maxY(), right.maxY()));
    }
}
