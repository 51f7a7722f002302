// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.read.text;

import com.google.common.base.Utf8;
import io.airlift.slice.DynamicSliceOutput;
import io.airlift.slice.SliceUtf8;
import io.airlift.slice.Slices;
import io.skipping.trino.core.read.text.Bytes;
import io.skipping.trino.core.read.text.CsvCharacters;
import io.skipping.trino.core.read.text.FieldFinder;
import io.skipping.trino.core.read.text.Fields;
import io.skipping.trino.core.read.text.TextLines;
import io.trino.hive.formats.line.LineDeserializer;
import java.io.IOException;

/**
 * Finds fields in text that Hive's {@code OpenCSVSerde} reads. This class finds fields without quotes and escapes, and
 * fields in quotes. Other lines are left to Trino's line reader, which knows what the serde does with quotes in
 * unexpected places.
 */
final class CsvFieldFinder implements FieldFinder {
    /** Returned instead of a number if the line is left to Trino's reader. */
    private static final int IRREGULAR = -1;

    private final byte separator;
    private final byte quote;
    private final byte escape;
    private final long separators;
    private final long quotes;
    private final long escapes;
    private final int[] wanted;
    private final IrregularLines irregular;
    private final boolean replacesWrongText;
    /** Values of the current lines that do not appear literally in the text. */
    private final DynamicSliceOutput unescaped = new DynamicSliceOutput(0);

    /**
     * @param wanted the fields of a line to find, counted from 0, in ascending order; at least one
     * @param deserializer returns the wanted fields, in the same order, as {@code varchar}
     * @param maxLineLength the maximum length of a line, in bytes
     * @param replacesWrongText whether invalid UTF-8 is replaced in all lines. If not, this depends on the line, so lines
     *     with invalid UTF-8 are left to Trino's reader
     */
    CsvFieldFinder(
            CsvCharacters characters,
            int[] wanted,
            LineDeserializer deserializer,
            int maxLineLength,
            boolean replacesWrongText) {
        this.separator = characters.separator();
        this.quote = characters.quote();
        this.escape = characters.escape();
        this.separators = Bytes.repeated(separator);
        this.quotes = Bytes.repeated(quote);
        this.escapes = Bytes.repeated(escape);
        this.wanted = FieldFinder.checkWanted(wanted);
        this.irregular = new IrregularLines(deserializer, maxLineLength);
        this.replacesWrongText = replacesWrongText;
    }

    @Override
    public Fields[] find(TextLines lines) throws IOException {
        byte[] text = lines.bytes();
        // values that do not appear in the text are placed after the last line, as if they were part of it
        int textEnd = lines.end(lines.count() - 1);
        unescaped.reset();
        Fields[] fields = Fields.ofColumns(text, wanted.length, lines.count());
        boolean someAreWrong = !replacesWrongText && !isWellFormed(text, lines.start(0), textEnd);
        for (int row = 0; row < lines.count(); row++) {
            int found = someAreWrong && !isWellFormed(text, lines.start(row), lines.end(row))
                    ? IRREGULAR
                    : find(fields, text, textEnd, row, lines.start(row), lines.end(row));
            if (found == IRREGULAR) {
                irregular.add(row, text, lines.start(row), lines.end(row));
                continue;
            }
            for (int index = found; index < fields.length; index++) {
                fields[index].setMissing(row);
            }
        }
        irregular.moveTo(fields, textEnd, unescaped);
        if (unescaped.size() > 0) {
            int textStart = lines.start(0);
            byte[] longer = new byte[textEnd - textStart + unescaped.size()];
            System.arraycopy(text, textStart, longer, 0, textEnd - textStart);
            unescaped.slice().getBytes(0, longer, textEnd - textStart, unescaped.size());
            for (int index = 0; index < fields.length; index++) {
                fields[index] = fields[index].in(longer, textStart);
            }
        }
        return fields;
    }

    private static boolean isWellFormed(byte[] text, int start, int end) {
        return SliceUtf8.isAscii(Slices.wrappedBuffer(text, start, end - start))
                || Utf8.isWellFormed(text, start, end - start);
    }

    @Override
    public long retainedBytes() {
        return unescaped.getRetainedSize() + irregular.retainedBytes();
    }

    /**
     * Returns how many of the wanted fields the line has, or {@link #IRREGULAR} if it is irregular before the end of
     * the last wanted field.
     */
    private int find(Fields[] fields, byte[] text, int textEnd, int row, int lineStart, int lineEnd) {
        if (lineStart == lineEnd) {
            // an empty line has no field, rather than an empty one
            return 0;
        }
        int found = 0;
        int start = lineStart;
        for (int field = 0; ; field++) {
            boolean isWanted = field == wanted[found];
            int end = Bytes.first(text, start, lineEnd, separators, quotes, escapes);
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
                    int before = unescaped.size();
                    close = unescape(text, valueStart, lineEnd, isWanted);
                    if (close == IRREGULAR) {
                        return IRREGULAR;
                    }
                    valueStart = textEnd + before;
                    valueEnd = textEnd + unescaped.size();
                }
                end = close + 1;
            }
            if (isWanted) {
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

    /** Returns whether there is a quote at the index and the field ends after it. */
    private boolean closes(byte[] text, int index, int lineEnd) {
        return index < lineEnd && text[index] == quote && (index + 1 == lineEnd || text[index + 1] == separator);
    }

    /**
     * Returns the position of the closing quote of a field, or {@link #IRREGULAR} if there is none or the field does
     * not end there.
     *
     * @param start the position after the opening quote
     * @param isWanted whether to append the value to the unescaped values; part of it may be appended even if the line
     *     is irregular
     */
    private int unescape(byte[] text, int start, int lineEnd, boolean isWanted) {
        int position = start;
        while (true) {
            int special = Bytes.first(text, position, lineEnd, quotes, escapes);
            if (isWanted) {
                unescaped.writeBytes(text, position, special - position);
            }
            if (closes(text, special, lineEnd)) {
                // a malformed sequence would be replaced together with the bytes around it
                return !isWanted || Utf8.isWellFormed(text, start, special - start) ? special : IRREGULAR;
            }
            if (special + 1 >= lineEnd) {
                return IRREGULAR;
            }
            boolean isEscape = text[special] == escape;
            byte next = text[special + 1];
            if (next == quote || (isEscape && next == escape)) {
                if (isWanted) {
                    unescaped.writeByte(next);
                }
                position = special + 2;
            } else if (isEscape) {
                // the escape is dropped
                position = special + 1;
            } else {
                return IRREGULAR;
            }
        }
    }
}
