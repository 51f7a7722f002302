// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.command;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converts an option {@code schema.table} into a table name. */
public final class TableNameConverter implements ITypeConverter<TableName> {
    @Override
    public TableName convert(String text) {
        try {
            return TableName.of(text);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }
}
