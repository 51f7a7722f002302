// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.segment;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static io.skipping.index.value.ScalarType.BIGINT;
import static io.skipping.index.value.ScalarType.VARCHAR;

import com.google.common.collect.ImmutableList;
import io.skipping.index.store.segment.SegmentFormat.SegmentColumn;
import io.skipping.index.value.ScalarType;
import java.util.List;

/** Defines the columns of a segment file. */
public final class SegmentSchema {
    static final int PATH = 0;
    static final int SIZE = 1;
    static final int MODIFIED = 2;
    static final int PROFILE = 3;
    static final int RANGE_START = 4;
    static final int RANGE_LENGTH = 5;
    static final int ROW_COUNT = 6;
    /** NULL if the store gave no tag; missing in files of earlier releases */
    static final int TAG = 7;

    /** The columns of every segment, in order. */
    public static final List<SegmentColumn> OBJECT_COLUMNS = List.of(
            column("path", VARCHAR),
            column("size", BIGINT),
            column("modified_millis", BIGINT),
            column("profile", VARCHAR),
            column("range_start", BIGINT),
            column("range_length", BIGINT),
            column("row_count", BIGINT),
            column("tag", BIGINT));

    static final List<String> OBJECT_COLUMN_NAMES =
            OBJECT_COLUMNS.stream().map(SegmentColumn::name).collect(toImmutableList());

    private SegmentSchema() {}

    private static SegmentColumn column(String name, ScalarType type) {
        return new SegmentColumn(name, type, false);
    }

    /** Returns all columns of a file with the summaries of these definitions. */
    public static List<SegmentColumn> columns(List<StoredDefinition> definitions) {
        ImmutableList.Builder<SegmentColumn> columns =
                ImmutableList.<SegmentColumn>builder().addAll(OBJECT_COLUMNS);
        definitions.forEach(definition ->
                definition.columns().map(StoredField::segmentColumn).forEach(columns::add));
        return columns.build();
    }
}
