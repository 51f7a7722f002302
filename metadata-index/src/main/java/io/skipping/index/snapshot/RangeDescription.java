// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.snapshot;

import com.google.common.collect.ImmutableMap;
import io.skipping.index.ByteRange;
import io.skipping.index.IndexDefinition;
import io.skipping.index.LiveObject;
import java.util.Map;

/**
 * A range for people to read, for {@code "t$index"}.
 *
 * @param summaries readable form of each summary that the range has
 */
public record RangeDescription(
        LiveObject object, ByteRange range, long rowCount, Map<IndexDefinition, String> summaries) {
    public RangeDescription {
        summaries = ImmutableMap.copyOf(summaries);
    }
}
