// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import static com.google.common.base.Preconditions.checkArgument;

import com.google.common.collect.ImmutableList;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.index.value.ScalarType;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.TreeMap;

/** Holds the installed index types, built-in and user-defined, by name. Immutable. */
public final class IndexTypes {
    private final TreeMap<String, IndexType> types = new TreeMap<>();

    /**
     * Creates a set of index types.
     *
     * @throws IllegalArgumentException if two types have the same name
     */
    public IndexTypes(Iterable<IndexType> types) {
        for (IndexType type : types) {
            IndexType other = this.types.putIfAbsent(type.name(), type);
            checkArgument(
                    other == null,
                    "Two index types have the name %s: %s and %s; remove one of their jars",
                    type.name(),
                    other == null ? null : other.getClass().getName(),
                    type.getClass().getName());
        }
    }

    /** Returns all types that this loader finds through {@link ServiceLoader}, including the built-in ones. */
    public static IndexTypes load(ClassLoader classLoader) {
        return new IndexTypes(ServiceLoader.load(IndexType.class, classLoader));
    }

    /**
     * Returns the type with a name.
     *
     * @throws IllegalArgumentException with a sentence for the user if there is none
     */
    public IndexType get(String name) {
        return find(name)
                .orElseThrow(() -> new IllegalArgumentException("There is no index type '%s'; there are: %s"
                        .formatted(name, String.join(", ", types.keySet()))));
    }

    /** Returns the type with a name; empty if there is none. */
    public Optional<IndexType> find(String name) {
        return Optional.ofNullable(types.get(name));
    }

    /** Returns all types, ordered by name. */
    public Collection<IndexType> all() {
        return ImmutableList.copyOf(types.values());
    }

    /** Returns the types of an index's columns, as the methods of {@link IndexType} expect them. */
    public static List<ScalarType> columnTypes(IndexDefinition definition) {
        return definition.columns().stream().map(IndexedColumn::type).collect(ImmutableList.toImmutableList());
    }
}
