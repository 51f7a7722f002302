// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.filter;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.TreeMap;

/** Holds the installed object filters of users. Immutable. */
public final class ObjectFilters {
    private final TreeMap<String, ObjectFilter> filters = new TreeMap<>();

    /**
     * Creates a set of filters.
     *
     * @throws IllegalArgumentException if two filters have the same name
     */
    public ObjectFilters(Iterable<ObjectFilter> filters) {
        for (ObjectFilter filter : filters) {
            ObjectFilter other = this.filters.putIfAbsent(filter.name(), filter);
            checkArgument(
                    other == null,
                    "Two object filters have the name %s: %s and %s; remove one of their jars",
                    filter.name(),
                    other == null ? null : other.getClass().getName(),
                    filter.getClass().getName());
        }
    }

    /** Returns all filters that this loader finds through {@link ServiceLoader}. */
    public static ObjectFilters load(ClassLoader classLoader) {
        return new ObjectFilters(ServiceLoader.load(ObjectFilter.class, classLoader));
    }

    /** Returns all filters, ordered by name. */
    public List<ObjectFilter> all() {
        return ImmutableList.copyOf(filters.values());
    }
}
