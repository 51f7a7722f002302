// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import java.util.List;

/**
 * The fields of a summary that are boxes: arrays of double, as long as each other, of which the elements at one position are the
 * sides of one box.
 */
public record BoxSides(String minX, String maxX, String minY, String maxY) {
    /** All names. */
    public List<String> fields() {
        return List.of(minX, maxX, minY, maxY);
    }
}
