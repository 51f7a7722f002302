// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.value;

import static com.google.common.base.Preconditions.checkArgument;
import static java.util.Objects.requireNonNull;

import java.util.Optional;

/** Holds a column of lists of keys. */
public final class ListColumn extends KeyColumn {
    private final KeyColumn elements;
    private final int[] offsets;

    /**
     * Creates a column.
     *
     * @param elements of all lists, one list after the other
     * @param offsets where each list begins, with one more entry at the end; not copied. A NULL has no elements
     * @param nulls one entry for each list, not copied; empty if there is no NULL
     */
    public ListColumn(KeyColumn elements, int[] offsets, Optional<boolean[]> nulls) {
        super(offsets.length - 1, nulls);
        this.elements = requireNonNull(elements, "elements is null");
        this.offsets = requireNonNull(offsets, "offsets is null");
        checkArgument(offsets.length > 0 && offsets[0] == 0, "lists do not begin with the first element");
        checkArgument(
                offsets[offsets.length - 1] == elements.size(),
                "lists of %s elements, of which there are %s",
                offsets[offsets.length - 1],
                elements.size());
    }

    /** Returns the elements of all lists. */
    public KeyColumn elements() {
        return elements;
    }

    /** Returns where the elements of a list begin; for {@link #size}, where the last list ends. */
    public int offset(int position) {
        return offsets[position];
    }

    /** Returns how many elements a list has; a NULL has none. */
    public int length(int position) {
        return offsets[position + 1] - offsets[position];
    }

    @Override
    public ListColumn select(int[] positions) {
        int[] selected = new int[positions.length + 1];
        for (int i = 0; i < positions.length; i++) {
            selected[i + 1] = selected[i] + length(positions[i]);
        }
        int[] places = new int[selected[positions.length]];
        int next = 0;
        for (int position : positions) {
            for (int place = offsets[position]; place < offsets[position + 1]; place++) {
                places[next++] = place;
            }
        }
        return new ListColumn(elements.select(places), selected, selectNulls(positions));
    }

    @Override
    public long retainedBytes() {
        return elements.retainedBytes() + 4L * offsets.length + nullBytes();
    }
}
