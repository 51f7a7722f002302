// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.summarize;

import io.skipping.trino.hive.path.ColumnPath;
import io.trino.spi.block.Block;
import io.trino.spi.connector.SourcePage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The values that paths lead to, in the pages of one range. Where they are not known in one page, nothing can be said of the
 * range, and the path is not followed in its other pages. Not thread-safe.
 */
final class PathValues {
    private final List<ColumnPath> paths;
    /** of each path, the channel of its column */
    private final int[] channels;

    private final boolean[] lost;

    PathValues(SummaryColumns columns) {
        this.paths = columns.paths();
        this.channels = paths.stream()
                .mapToInt(path -> columns.handles().indexOf(path.base()))
                .toArray();
        this.lost = new boolean[channels.length];
    }

    /**
     * The values of each path, in order; empty if they are not known in this page or one before.
     *
     * @param page has one channel for each of {@link SummaryColumns#handles}
     */
    List<Optional<Block>> next(SourcePage page) {
        List<Optional<Block>> values = new ArrayList<>(channels.length);
        for (int i = 0; i < channels.length; i++) {
            Optional<Block> found = lost[i] ? Optional.empty() : paths.get(i).follow(page.getBlock(channels[i]));
            lost[i] = found.isEmpty();
            values.add(found);
        }
        return values;
    }
}
