// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.object;

import static io.trino.spi.type.BigintType.BIGINT;
import static io.trino.spi.type.VarcharType.VARCHAR;

import com.google.common.collect.ImmutableList;
import io.trino.spi.type.Type;
import java.util.List;

/** The columns of a segment file. */
final class SegmentSchema {
    static final String PATH = "path";
    static final String SIZE = "size";
    static final String MODIFIED = "modified_millis";
    static final String PROFILE = "profile";
    static final String RANGE_START = "range_start";
    static final String RANGE_LENGTH = "range_length";
    static final String ROW_COUNT = "row_count";
    /** NULL where the store told none, and missing in files of earlier releases */
    static final String TAG = "tag";

    /** The columns that every segment has, in their order. */
    static final List<String> OBJECT_COLUMNS =
            List.of(PATH, SIZE, MODIFIED, PROFILE, RANGE_START, RANGE_LENGTH, ROW_COUNT, TAG);

    static final List<Type> OBJECT_TYPES = List.of(VARCHAR, BIGINT, BIGINT, VARCHAR, BIGINT, BIGINT, BIGINT, BIGINT);

    private SegmentSchema() {}

    static List<String> columns(List<StoredDefinition> definitions) {
        ImmutableList.Builder<String> columns = ImmutableList.<String>builder().addAll(OBJECT_COLUMNS);
        definitions.forEach(definition -> definition.columns().forEach(field -> columns.add(field.column())));
        return columns.build();
    }

    /** The types in the file. */
    static List<Type> storedTypes(List<StoredDefinition> definitions) {
        ImmutableList.Builder<Type> types = ImmutableList.<Type>builder().addAll(OBJECT_TYPES);
        definitions.forEach(definition -> definition
                .columns()
                .forEach(field -> types.add(StoredType.of(field.type()).type())));
        return types.build();
    }
}
