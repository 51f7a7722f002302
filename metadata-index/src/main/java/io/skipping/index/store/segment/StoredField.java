// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.segment;

import static java.util.Objects.requireNonNull;

import io.skipping.index.store.segment.SegmentFormat.SegmentColumn;
import io.skipping.index.type.SummaryField;

/**
 * Describes one field of a summary and its column in a segment file.
 *
 * @param field as the index type declares it. Earlier releases wrote fields of types without keys; these are not read
 * @param column name of the Parquet column, lower-case; empty if the values are not in the file
 */
public record StoredField(SummaryField field, String column) {
    public StoredField {
        requireNonNull(field, "field is null");
        requireNonNull(column, "column is null");
    }

    /** Returns the same field with its values outside of the file. */
    public StoredField notInFile() {
        return new StoredField(field, "");
    }

    /** Returns whether the file has readable values of this field. */
    boolean isReadable() {
        return !column.isEmpty() && field.type().hasKeys();
    }

    SegmentColumn segmentColumn() {
        return new SegmentColumn(column, field.type(), field.isList());
    }
}
