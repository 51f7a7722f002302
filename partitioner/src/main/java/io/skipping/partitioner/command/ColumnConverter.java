// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.command;

import io.skipping.partitioner.Column;
import io.skipping.partitioner.ColumnType;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code name:type}. */
final class ColumnConverter implements ITypeConverter<Column> {
    @Override
    public Column convert(String text) {
        int colon = text.lastIndexOf(':');
        if (colon < 0) {
            throw new TypeConversionException("%s has no type, as in %s:double".formatted(text, text));
        }
        try {
            return new Column(text.substring(0, colon), ColumnType.of(text.substring(colon + 1)));
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }
}
