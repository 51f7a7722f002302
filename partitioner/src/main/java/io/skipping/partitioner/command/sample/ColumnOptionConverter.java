// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.command.sample;

import io.skipping.partitioner.ColumnType;
import java.util.Optional;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses {@code name} or {@code name:type}. */
final class ColumnOptionConverter implements ITypeConverter<ColumnOption> {
    @Override
    public ColumnOption convert(String text) {
        int colon = text.lastIndexOf(':');
        try {
            return colon < 0
                    ? new ColumnOption(text, Optional.empty())
                    : new ColumnOption(text.substring(0, colon), Optional.of(ColumnType.of(text.substring(colon + 1))));
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }
}
