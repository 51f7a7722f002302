// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type.bbox;

import io.skipping.index.predicate.InBoxes.Box;
import io.skipping.index.type.SummaryWriter;
import io.skipping.index.value.LongCodec;
import java.util.Arrays;
import java.util.List;

/**
 * Covers many boxes by a few boxes with a small total area. Memory is bounded: boxes that the cover does not contain
 * yet are collected. When there are 2048 of them, {@link BoxCuts} makes a new cover of these and the old cover, four
 * times as fine as the final one. Boxes that were joined are never separated again, but each box contains all that were
 * joined into it, so that every shape is in the cover.
 */
final class BoxCover {
    private static final int MOST_PENDING = 2048;
    private static final int FINER = 4;

    private final int most;
    private Boxes cover = new Boxes();
    private final Boxes pending = new Boxes();
    /** the box of the cover that contained the last shape, because the next shape is often near it */
    private int last;
    /** one of the pending boxes plus 1 for each hash, because the same few places often recur */
    private final short[] seen = new short[2 * MOST_PENDING];

    /** @param most number of boxes in the final cover */
    BoxCover(int most) {
        this.most = most;
    }

    void add(double minX, double maxX, double minY, double maxY) {
        if (last < cover.size() && cover.holds(last, minX, maxX, minY, maxY)) {
            return;
        }
        for (int box = 0; box < cover.size(); box++) {
            if (cover.holds(box, minX, maxX, minY, maxY)) {
                last = box;
                return;
            }
        }
        int slot = slot(minX, minY);
        if (seen[slot] > 0 && pending.holds(seen[slot] - 1, minX, maxX, minY, maxY)) {
            return;
        }
        pending.add(minX, maxX, minY, maxY);
        seen[slot] = (short) pending.size();
        if (pending.size() == MOST_PENDING) {
            coverAnew(FINER * most);
        }
    }

    private int slot(double minX, double minY) {
        long hash = (31 * Double.doubleToRawLongBits(minX) + Double.doubleToRawLongBits(minY)) * 0x9E37_79B9_7F4A_7C15L;
        return (int) (hash >>> 32) & (seen.length - 1);
    }

    /** Returns the final boxes in no particular order. Nothing can be added afterwards. */
    List<Box> boxes() {
        coverAnew(most);
        return cover.toList();
    }

    /** Appends the boxes, one side to each field. Nothing can be added afterwards. */
    void write(SummaryWriter to) {
        coverAnew(most);
        for (int side : new int[] {Boxes.MIN_X, Boxes.MAX_X, Boxes.MIN_Y, Boxes.MAX_Y}) {
            to.field(side).appendList(elements -> {
                for (int box = 0; box < cover.size(); box++) {
                    elements.append(LongCodec.doubleKey(cover.side(box, side)));
                }
            });
        }
    }

    long retainedBytes() {
        return cover.retainedBytes() + pending.retainedBytes() + 2L * seen.length;
    }

    private void coverAnew(int groups) {
        pending.addAll(cover);
        cover = BoxCuts.cover(pending, groups);
        pending.clear();
        Arrays.fill(seen, (short) 0);
    }
}
