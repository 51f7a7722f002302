// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.configuration;

import static java.util.Objects.requireNonNull;

/**
 * What a user can set.
 *
 * @param name as it is written
 * @param type of its values, in a word for users
 * @param defaultValue as it would be written; empty if there is none
 * @param description what it does
 */
record Setting(String name, String type, String defaultValue, String description) {
    /** In place of a default: what has none and must be given. */
    static final String REQUIRED = "required";

    Setting {
        requireNonNull(name, "name is null");
        requireNonNull(type, "type is null");
        requireNonNull(defaultValue, "defaultValue is null");
        if (description == null || description.isBlank()) {
            throw new IllegalArgumentException("%s has no description".formatted(name));
        }
    }
}
