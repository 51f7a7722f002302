// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableSet;
import java.util.Set;

/**
 * Identifies a user of an index, as far as stores distinguish users.
 *
 * @param groups the groups of the user
 */
public record IndexUser(String name, Set<String> groups) {
    public IndexUser {
        requireNonNull(name, "name is null");
        groups = ImmutableSet.copyOf(groups);
    }
}
