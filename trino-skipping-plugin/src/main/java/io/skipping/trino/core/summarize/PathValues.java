// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.summarize;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static java.util.Objects.requireNonNull;

import io.skipping.index.value.ValueVector;
import io.skipping.trino.core.path.ColumnPath;
import io.skipping.trino.core.value.BlockVectors;
import io.trino.spi.block.Block;
import io.trino.spi.connector.SourcePage;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Returns the values to which paths lead, in the pages of one range. If they are not known in one page, nothing can be
 * concluded about the range, and the path is not followed in the remaining pages. Not thread-safe.
 */
public final class PathValues {
    private final List<ColumnPath> paths;
    /** for each path whose values have keys, fills the vector of its values */
    private final List<Optional<BlockVectors>> vectors;
    /** for each path, the channel of its column */
    private final int[] channels;

    private final boolean[] lost;
    private final Predicate<Block> usable;

    public PathValues(SummaryColumns columns) {
        this(columns, _ -> true);
    }

    /**
     * Follows paths only from columns whose values can be used.
     *
     * @param usable returns whether all values of a column in a page can be used; if not, the values of all paths from this
     *     column are unknown
     */
    public PathValues(SummaryColumns columns, Predicate<Block> usable) {
        this.usable = requireNonNull(usable, "usable is null");
        this.paths = columns.paths();
        this.vectors = paths.stream()
                .map(path -> path.indexed().type())
                .map(type -> type.hasKeys() ? Optional.of(new BlockVectors(type)) : Optional.<BlockVectors>empty())
                .collect(toImmutableList());
        this.channels = paths.stream()
                .mapToInt(path -> columns.columns().indexOf(path.base()))
                .toArray();
        this.lost = new boolean[channels.length];
    }

    /**
     * Returns the values of each path, in order. The values of the next page overwrite them. They are empty if the
     * values have no keys, or are not known in this page or an earlier one.
     *
     * @param page has one channel for each of {@link SummaryColumns#columns}
     */
    public List<Optional<ValueVector>> next(SourcePage page) {
        List<Optional<ValueVector>> values = new ArrayList<>(channels.length);
        Map<ColumnPath, Optional<Block>> known = new HashMap<>();
        Map<Integer, Boolean> usableChannels = new HashMap<>();
        for (int i = 0; i < channels.length; i++) {
            Optional<Block> found = Optional.empty();
            if (!lost[i]
                    && usableChannels.computeIfAbsent(channels[i], channel -> usable.test(page.getBlock(channel)))) {
                found = paths.get(i).follow(page.getBlock(channels[i]), known);
            }
            lost[i] = found.isEmpty();
            Optional<BlockVectors> vector = vectors.get(i);
            values.add(found.flatMap(block -> vector.map(filled -> filled.fill(block))));
        }
        return values;
    }
}
