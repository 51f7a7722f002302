// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.segment;

import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.PrimitiveConverter;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.Type;

/** Takes no values: columns are read one by one, without putting rows together, and the library asks for a converter anyway. */
final class IgnoringConverter extends GroupConverter {
    private final GroupType type;

    IgnoringConverter(GroupType type) {
        this.type = type;
    }

    @Override
    public Converter getConverter(int field) {
        Type part = type.getType(field);
        return part.isPrimitive() ? new PrimitiveConverter() {} : new IgnoringConverter(part.asGroupType());
    }

    @Override
    public void start() {}

    @Override
    public void end() {}
}
