// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.text;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import io.airlift.slice.Slice;
import io.airlift.slice.Slices;
import java.util.List;
import java.util.Optional;

/** Finds fragments that occur in every text that matches a pattern of LIKE. The pattern may have further conditions. */
final class LikeFragments {
    private LikeFragments() {}

    /** Returns the fragments of a pattern; none if the pattern is invalid, for which LIKE fails. */
    static List<Slice> of(String pattern, Optional<Integer> escape) {
        return LikeParts.of(pattern, escape)
                .map(parts -> parts.fragments().stream().map(Slices::utf8Slice).collect(toImmutableList()))
                .orElse(ImmutableList.of());
    }
}
