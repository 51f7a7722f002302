// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.snapshot;

import com.google.common.collect.ImmutableMap;
import io.skipping.index.ByteRange;
import io.skipping.index.IndexDefinition;
import io.skipping.index.LiveObject;
import java.util.Map;

/**
 * Describes a range in readable form, for {@code "t$index"}.
 *
 * @param summaries readable form of each summary of the range
 */
public record RangeDescription(
        LiveObject object, ByteRange range, long rowCount, Map<IndexDefinition, String> summaries) {
    public RangeDescription {
        summaries = ImmutableMap.copyOf(summaries);
    }
}
