// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import static java.util.Objects.requireNonNull;

import io.skipping.index.value.ScalarType;

/**
 * Describes one stored field of a summary.
 *
 * @param name lower-case, unique within the index type
 * @param type type of the values, which must have keys; more tools can read a segment if its types are natural ones
 * @param isList whether a summary has a list of such values
 */
public record SummaryField(String name, ScalarType type, boolean isList) {
    public SummaryField {
        requireNonNull(name, "name is null");
        requireNonNull(type, "type is null");
    }

    /** Creates a field with a single value. */
    public SummaryField(String name, ScalarType type) {
        this(name, type, false);
    }

    /** Returns a field with a list of values. */
    public static SummaryField list(String name, ScalarType type) {
        return new SummaryField(name, type, true);
    }
}
