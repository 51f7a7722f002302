// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type.bbox;

import static com.google.common.base.Preconditions.checkArgument;

import io.skipping.index.IndexedColumn;
import io.skipping.index.predicate.InBoxes;
import io.skipping.index.predicate.InBoxes.Box;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.type.Costs;
import io.skipping.index.type.Matcher;
import io.skipping.index.type.SummaryReader;
import io.skipping.index.type.SummaryVectors;
import io.skipping.index.type.Verdicts;
import io.skipping.index.type.Zones;
import io.skipping.index.value.KeyColumn;
import io.skipping.index.value.ListColumn;
import io.skipping.index.value.LongCodec;
import io.skipping.index.value.LongColumn;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Holds the boxes of many ranges. Soundness (see {@code io.skipping.index.predicate}): every shape of a range that has
 * proper coordinates is in one of its boxes, and no other shape satisfies {@link InBoxes}.
 */
final class BboxReader implements SummaryReader {
    private final boolean[] known;
    /** first box of each range, with one more entry at the end */
    private final int[] offsets;

    private final double[] minX;
    private final double[] maxX;
    private final double[] minY;
    private final double[] maxY;

    private final Zone[] zones;

    BboxReader(SummaryVectors summaries) {
        List<ListColumn> fields =
                summaries.fields().stream().map(ListColumn.class::cast).toList();
        this.known = new boolean[summaries.size()];
        this.offsets = new int[summaries.size() + 1];
        for (int range = 0; range < known.length; range++) {
            int count = fields.get(0).length(range);
            known[range] = true;
            for (ListColumn field : fields) {
                known[range] &= !field.isNull(range);
                checkArgument(field.length(range) == count, "the stored boxes of an index do not have four sides");
            }
            offsets[range + 1] = offsets[range] + count;
        }
        this.minX = doubles(fields.get(0).elements());
        this.maxX = doubles(fields.get(1).elements());
        this.minY = doubles(fields.get(2).elements());
        this.maxY = doubles(fields.get(3).elements());
        this.zones = IntStream.range(0, Zones.count(known.length))
                .mapToObj(this::zone)
                .toArray(Zone[]::new);
    }

    /**
     * The box around all boxes of a zone.
     *
     * @param known whether the boxes of all ranges are known
     */
    private record Zone(boolean known, double minX, double maxX, double minY, double maxY) {
        boolean mayMeet(Box[] boxes) {
            if (!known) {
                return true;
            }
            for (Box box : boxes) {
                if (!(maxX < box.minX() || minX > box.maxX() || maxY < box.minY() || minY > box.maxY())) {
                    return true;
                }
            }
            return false;
        }
    }

    private Zone zone(int zone) {
        boolean allKnown = true;
        double west = Double.POSITIVE_INFINITY;
        double east = Double.NEGATIVE_INFINITY;
        double south = Double.POSITIVE_INFINITY;
        double north = Double.NEGATIVE_INFINITY;
        int end = Zones.end(zone, known.length);
        for (int range = Zones.first(zone); range < end; range++) {
            allKnown &= known[range];
        }
        for (int i = offsets[Zones.first(zone)]; i < offsets[end]; i++) {
            west = Math.min(west, minX[i]);
            east = Math.max(east, maxX[i]);
            south = Math.min(south, minY[i]);
            north = Math.max(north, maxY[i]);
        }
        return new Zone(allKnown, west, east, south, north);
    }

    private static double[] doubles(KeyColumn sides) {
        checkArgument(!sides.hasNull(), "the stored boxes of an index have a side that is NULL");
        double[] doubles = new double[sides.size()];
        for (int i = 0; i < doubles.length; i++) {
            doubles[i] = LongCodec.toDouble(((LongColumn) sides).key(i));
        }
        return doubles;
    }

    @Override
    public Optional<Matcher> compile(List<IndexedColumn> columns, Predicate.Leaf leaf) {
        // the same columns in another order make another point
        if (!(leaf instanceof InBoxes inBoxes) || !inBoxes.shape().equals(columns)) {
            return Optional.empty();
        }
        Box[] boxes = inBoxes.boxes().toArray(Box[]::new);
        return Optional.of(Matcher.of(Costs.BOXES, (from, to, verdicts) -> match(boxes, from, to, verdicts)));
    }

    private void match(Box[] boxes, int first, int end, Verdicts verdicts) {
        for (int zone = Zones.of(first); Zones.first(zone) < end; zone++) {
            int from = Math.max(first, Zones.first(zone));
            int to = Zones.end(zone, end);
            if (!zones[zone].mayMeet(boxes)) {
                verdicts.cannotMatch(from, to);
                continue;
            }
            for (int range = from; range < to; range++) {
                if (known[range] && !verdicts.isDecided(range) && !mayMeet(range, boxes)) {
                    verdicts.cannotMatch(range);
                }
            }
        }
    }

    private boolean mayMeet(int range, Box[] boxes) {
        for (int i = offsets[range]; i < offsets[range + 1]; i++) {
            for (Box box : boxes) {
                if (!(maxX[i] < box.minX() || minX[i] > box.maxX() || maxY[i] < box.minY() || minY[i] > box.maxY())) {
                    return true;
                }
            }
        }
        return false;
    }

    @Override
    public String describe(int range) {
        return known[range]
                ? IntStream.range(offsets[range], offsets[range + 1])
                        .mapToObj(i -> "[%s, %s] × [%s, %s]".formatted(minX[i], maxX[i], minY[i], maxY[i]))
                        .collect(Collectors.joining(", ", "{", "}"))
                : "";
    }

    @Override
    public long retainedBytes() {
        return known.length + 4L * offsets.length + 32L * minX.length + 56L * zones.length;
    }
}
