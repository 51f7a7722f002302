// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.command.sample;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import io.skipping.partitioner.ArrayRow;
import io.skipping.partitioner.Column;
import io.skipping.partitioner.Texts;
import io.skipping.partitioner.train.Sample;
import java.io.CharConversionException;
import java.io.IOException;
import java.io.InputStream;
import java.time.DateTimeException;
import java.util.Arrays;
import java.util.List;

/** Reads a sample from CSV with a header. The file may have more columns than the sample, in any order. */
final class CsvSample {
    private static final CsvMapper MAPPER =
            CsvMapper.builder().enable(CsvParser.Feature.WRAP_AS_ARRAY).build();

    private CsvSample() {}

    /** Reads the sample. An empty field is NULL. The weight of a record is the length of its fields. */
    static Sample read(InputStream csv, List<Column> columns) throws IOException {
        Sample.Builder sample = Sample.builder(columns);
        ArrayRow row = new ArrayRow(columns.size());
        int records = 0;
        try (MappingIterator<String[]> lines = MAPPER.readerFor(String[].class).readValues(csv)) {
            String[] header = next(lines, "its header");
            if (header == null) {
                throw new IOException("The sample is empty: it needs a header");
            }
            int[] fields = fields(header, columns);
            String[] line;
            while ((line = next(lines, "record " + (records + 1))) != null) {
                records++;
                try {
                    fill(row, columns, fields, line);
                } catch (IllegalArgumentException e) {
                    throw new IOException("Record %d of the sample: %s".formatted(records, e.getMessage()), e);
                }
                sample.add(
                        row,
                        Arrays.stream(line)
                                .mapToInt(field -> field.length() + 1)
                                .sum());
            }
        }
        if (records == 0) {
            throw new IOException("The sample has a header but no records");
        }
        return sample.build();
    }

    /** Returns the next line; null at the end. */
    private static String[] next(MappingIterator<String[]> lines, String place) throws IOException {
        try {
            return lines.hasNextValue() ? lines.nextValue() : null;
        } catch (JacksonException e) {
            // Jackson wraps what the stream of the file throws, and what it throws itself for bytes that are not UTF-8
            if (e.getCause() instanceof IOException fault
                    && !(fault instanceof JacksonException)
                    && !(fault instanceof CharConversionException)) {
                throw fault;
            }
            throw new IOException(
                    "The sample is not CSV in UTF-8 from %s on; is a quote not closed? %s"
                            .formatted(place, e.getOriginalMessage()),
                    e);
        }
    }

    private static int[] fields(String[] header, List<Column> columns) throws IOException {
        int[] fields = new int[columns.size()];
        for (int column = 0; column < fields.length; column++) {
            fields[column] = List.of(header).indexOf(columns.get(column).name());
            if (fields[column] < 0) {
                throw new IOException("The sample has no column %s, but %s"
                        .formatted(columns.get(column).name(), String.join(", ", header)));
            }
        }
        return fields;
    }

    private static void set(ArrayRow row, int number, Column column, String text) {
        try {
            Texts.set(row, number, column.type(), text);
        } catch (IllegalArgumentException | DateTimeException e) {
            throw new IllegalArgumentException(
                    "%s is no %s, which column %s holds"
                            .formatted(text, column.type().typeName(), column.name()),
                    e);
        }
    }

    private static void fill(ArrayRow row, List<Column> columns, int[] fields, String[] line) {
        for (int column = 0; column < fields.length; column++) {
            String text = fields[column] < line.length ? line[fields[column]] : "";
            if (text.isEmpty()) {
                row.setNull(column);
            } else {
                set(row, column, columns.get(column), text);
            }
        }
    }
}
