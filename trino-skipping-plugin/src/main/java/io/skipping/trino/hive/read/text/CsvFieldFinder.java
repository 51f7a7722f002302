// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.read.text;

import static java.util.Objects.requireNonNull;

import com.google.common.base.Utf8;
import io.airlift.slice.DynamicSliceOutput;
import io.airlift.slice.Slice;
import io.trino.hive.formats.line.LineBuffer;
import io.trino.hive.formats.line.LineDeserializer;
import io.trino.spi.Page;
import io.trino.spi.PageBuilder;
import io.trino.spi.block.Block;
import io.trino.spi.type.VarcharType;
import java.io.IOException;
import java.util.Arrays;
import java.util.stream.Stream;

/**
 * Of text as Hive's {@code OpenCSVSerde} has it. Fields without quotes and escapes, and fields in quotes, are found here.
 * Lines with others are left to Trino's reader of lines, which knows what the serde makes of quotes where one would not
 * expect them.
 */
final class CsvFieldFinder implements FieldFinder {
    private static final int IRREGULAR = -1;

    private final byte separator;
    private final byte quote;
    private final byte escape;
    private final long separators;
    private final long quotes;
    private final long escapes;
    private final int[] wanted;
    private final LineDeserializer deserializer;
    private final LineBuffer lineBuffer;
    private final PageBuilder irregular;
    /** What is not in the text as it stands: it goes behind it. */
    private final DynamicSliceOutput behind = new DynamicSliceOutput(0);

    /**
     * @param wanted which fields of a line, counted from 0, in ascending order; one at least
     * @param deserializer gives the wanted fields, in the same order, as {@code varchar}
     * @param maxLineLength in bytes; the lines are not longer
     */
    CsvFieldFinder(CsvCharacters characters, int[] wanted, LineDeserializer deserializer, int maxLineLength) {
        this.separator = characters.separator();
        this.quote = characters.quote();
        this.escape = characters.escape();
        this.separators = Bytes.repeated(separator);
        this.quotes = Bytes.repeated(quote);
        this.escapes = Bytes.repeated(escape);
        this.wanted = wanted.clone();
        this.deserializer = requireNonNull(deserializer, "deserializer is null");
        this.lineBuffer = new LineBuffer(Math.min(1024, maxLineLength), maxLineLength);
        this.irregular = new PageBuilder(deserializer.getTypes());
    }

    @Override
    public Fields[] find(TextLines lines) throws IOException {
        byte[] text = lines.bytes();
        behind.reset();
        Fields[] fields = new Fields[wanted.length];
        for (int index = 0; index < fields.length; index++) {
            fields[index] = Fields.ofRows(text, lines.count());
        }
        int[] irregularRows = new int[0];
        for (int row = 0; row < lines.count(); row++) {
            int found = find(fields, text, row, lines.start(row), lines.end(row));
            if (found == IRREGULAR) {
                int number = irregular.getPositionCount();
                if (number == irregularRows.length) {
                    irregularRows = Arrays.copyOf(irregularRows, Math.max(64, number * 2));
                }
                irregularRows[number] = row;
                deserialize(text, lines.start(row), lines.end(row));
                continue;
            }
            for (int index = found; index < fields.length; index++) {
                fields[index].setMissing(row);
            }
        }
        setIrregular(fields, text.length, irregularRows);
        return behind.size() == 0 ? fields : in(longer(text), fields);
    }

    /** Returns how many of the wanted fields the line has, or that it is irregular before the last of them. */
    private int find(Fields[] fields, byte[] text, int row, int lineStart, int lineEnd) {
        if (lineStart == lineEnd) {
            // has no field, rather than an empty one
            return 0;
        }
        int found = 0;
        int start = lineStart;
        for (int field = 0; ; field++) {
            int end = special(text, start, lineEnd);
            int valueStart = start;
            int valueEnd = end;
            if (end < lineEnd && text[end] != separator) {
                if (text[end] != quote || end > start) {
                    return IRREGULAR;
                }
                valueStart = start + 1;
                valueEnd = Bytes.first(text, valueStart, lineEnd, quotes, escapes);
                int close = valueEnd;
                if (!closes(text, close, lineEnd)) {
                    int unescaped = text.length + behind.size();
                    close = unescape(text, valueStart, lineEnd);
                    if (close == IRREGULAR) {
                        return IRREGULAR;
                    }
                    valueStart = unescaped;
                    valueEnd = text.length + behind.size();
                }
                end = close + 1;
            }
            if (field == wanted[found]) {
                fields[found].set(row, valueStart, valueEnd);
                found++;
                if (found == wanted.length) {
                    return found;
                }
            }
            if (end == lineEnd) {
                return found;
            }
            start = end + 1;
        }
    }

    /** Whether at an index is a quote, and a field ends behind it. */
    private boolean closes(byte[] text, int index, int lineEnd) {
        return index < lineEnd && text[index] == quote && (index + 1 == lineEnd || text[index + 1] == separator);
    }

    /**
     * Puts the text of a field in quotes behind. Returns where its quotes end, if they do so where the field does.
     *
     * @param start behind the first quote
     */
    private int unescape(byte[] text, int start, int lineEnd) {
        int position = start;
        while (true) {
            int special = Bytes.first(text, position, lineEnd, quotes, escapes);
            behind.writeBytes(text, position, special - position);
            if (closes(text, special, lineEnd)) {
                // what is wrong would be replaced together with what it is divided from
                return Utf8.isWellFormed(text, start, special - start) ? special : IRREGULAR;
            }
            if (special + 1 >= lineEnd) {
                return IRREGULAR;
            }
            boolean isEscape = text[special] == escape;
            byte next = text[special + 1];
            if (next == quote || (isEscape && next == escape)) {
                behind.writeByte(next);
                position = special + 2;
            } else if (isEscape) {
                // as if it were not there
                position = special + 1;
            } else {
                return IRREGULAR;
            }
        }
    }

    private int special(byte[] text, int start, int lineEnd) {
        return Bytes.first(text, start, lineEnd, separators, quotes, escapes);
    }

    private void deserialize(byte[] text, int lineStart, int lineEnd) throws IOException {
        lineBuffer.reset();
        lineBuffer.write(text, lineStart, lineEnd - lineStart);
        deserializer.deserialize(lineBuffer, irregular);
    }

    private void setIrregular(Fields[] fields, int textLength, int[] rows) {
        if (irregular.isEmpty()) {
            return;
        }
        Page page = irregular.build();
        irregular.reset();
        for (int index = 0; index < fields.length; index++) {
            Block values = page.getBlock(index);
            for (int number = 0; number < page.getPositionCount(); number++) {
                if (values.isNull(number)) {
                    fields[index].setMissing(rows[number]);
                } else {
                    Slice value = VarcharType.VARCHAR.getSlice(values, number);
                    int start = textLength + behind.size();
                    fields[index].set(rows[number], start, start + value.length());
                    behind.writeBytes(value);
                }
            }
        }
    }

    private byte[] longer(byte[] text) {
        byte[] longer = Arrays.copyOf(text, text.length + behind.size());
        behind.slice().getBytes(0, longer, text.length, behind.size());
        return longer;
    }

    private static Fields[] in(byte[] text, Fields[] fields) {
        return Stream.of(fields).map(each -> each.in(text)).toArray(Fields[]::new);
    }
}
