// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.build;

import static java.util.Objects.requireNonNull;

import io.skipping.spark.format.CsvQuotes;
import java.io.IOException;
import java.io.Serializable;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * Tells what a build reads of each row.
 *
 * @param schema of the rows
 * @param corrupt the position of the text of a record that cannot be parsed; -1 if records are not parsed
 * @param quotes what values of CSV must be like; null for other formats
 */
record WantedRows(StructType schema, int corrupt, CsvQuotes quotes) implements Serializable {
    WantedRows {
        requireNonNull(schema, "schema is null");
    }

    /**
     * Checks that what is read of a row does not depend on the columns that a query needs.
     *
     * @throws IOException if it may
     */
    void check(InternalRow row) throws IOException {
        if (corrupt >= 0 && !row.isNullAt(corrupt)) {
            throw new IOException("one of its records cannot be parsed");
        }
        if (quotes == null) {
            return;
        }
        StructField[] fields = schema.fields();
        for (int column = 0; column < fields.length; column++) {
            if (fields[column].dataType() instanceof StringType
                    && !row.isNullAt(column)
                    && !quotes.isPlain(row.getUTF8String(column))) {
                throw new IOException("one of its values contains a quote, or ends with what escapes quotes");
            }
        }
    }
}
