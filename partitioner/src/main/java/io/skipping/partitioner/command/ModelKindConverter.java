// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.command;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses the name of a kind of model in an option. */
final class ModelKindConverter implements ITypeConverter<ModelKind> {
    @Override
    public ModelKind convert(String value) {
        try {
            return ModelKind.of(value);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }
}
