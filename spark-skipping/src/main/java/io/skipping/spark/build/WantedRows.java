// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.build;

import static java.util.Objects.requireNonNull;

import io.skipping.spark.format.CsvQuotes;
import java.io.IOException;
import java.io.Serializable;
import java.util.Arrays;
import java.util.OptionalInt;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Tells what a build reads of each row.
 *
 * @param schema of the rows that are summarised
 * @param corrupt the position of the text of a record that cannot be parsed; -1 if records are not parsed
 * @param quotes what values of CSV must be like; null for other formats
 */
record WantedRows(StructType schema, int corrupt, CsvQuotes quotes) implements Serializable {
    WantedRows {
        requireNonNull(schema, "schema is null");
    }

    /** Returns what the reader is asked for: the columns of {@link #schema}, some of them as texts. */
    StructType read() {
        return quotes == null || !quotes.areDatesTexts()
                ? schema
                : new StructType(Arrays.stream(schema.fields())
                        .map(field -> field.dataType() instanceof DateType
                                ? new StructField(
                                        field.name(), DataTypes.StringType, field.nullable(), Metadata.empty())
                                : field)
                        .toArray(StructField[]::new));
    }

    /**
     * Returns a row that was read in the types of {@link #schema}. Checks that what is read of it does not depend on the columns that a
     * query needs.
     *
     * @throws IOException if it may
     */
    InternalRow checked(InternalRow row) throws IOException {
        if (corrupt >= 0 && !row.isNullAt(corrupt)) {
            throw new IOException("one of its records cannot be parsed");
        }
        if (quotes == null) {
            return row;
        }
        StructField[] fields = schema.fields();
        for (int column = 0; column < fields.length; column++) {
            if (fields[column].dataType() instanceof StringType
                    && !row.isNullAt(column)
                    && !quotes.isPlain(row.getUTF8String(column))) {
                throw new IOException("one of its values contains a quote, or ends with what escapes quotes");
            }
        }
        return quotes.areDatesTexts() ? withDates(row, fields) : row;
    }

    private static InternalRow withDates(InternalRow row, StructField[] fields) throws IOException {
        Object[] values = new Object[fields.length];
        for (int column = 0; column < fields.length; column++) {
            if (row.isNullAt(column)) {
                continue;
            }
            if (fields[column].dataType() instanceof DateType) {
                OptionalInt day = CsvQuotes.day(row.getUTF8String(column));
                if (day.isEmpty()) {
                    throw new IOException("one of its dates is not written like 2020-01-31");
                }
                values[column] = day.getAsInt();
            } else {
                values[column] = row.get(column, fields[column].dataType());
            }
        }
        return new GenericInternalRow(values);
    }
}
