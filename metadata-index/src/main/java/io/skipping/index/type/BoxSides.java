// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import java.util.List;

/**
 * Names the fields of a summary that hold boxes: four arrays of double of equal length. The elements at one position
 * are the sides of one box.
 */
public record BoxSides(String minX, String maxX, String minY, String maxY) {
    /** Returns all field names. */
    public List<String> fields() {
        return List.of(minX, maxX, minY, maxY);
    }
}
