// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableSet;
import java.util.Set;

/**
 * Somebody who uses an index, as far as stores tell users apart.
 *
 * @param groups that the user is in
 */
public record IndexUser(String name, Set<String> groups) {
    public IndexUser {
        requireNonNull(name, "name is null");
        groups = ImmutableSet.copyOf(groups);
    }
}
