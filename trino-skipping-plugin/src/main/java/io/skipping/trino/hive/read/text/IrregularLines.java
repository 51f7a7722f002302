// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.read.text;

import static java.util.Objects.requireNonNull;

import io.airlift.slice.DynamicSliceOutput;
import io.airlift.slice.Slice;
import io.skipping.trino.core.read.text.Fields;
import io.trino.hive.formats.line.LineBuffer;
import io.trino.hive.formats.line.LineDeserializer;
import io.trino.spi.Page;
import io.trino.spi.PageBuilder;
import io.trino.spi.block.Block;
import io.trino.spi.type.VarcharType;
import java.io.IOException;
import java.util.Arrays;

/** Collects lines whose fields are found by Trino's line reader. */
final class IrregularLines {
    private static final int SHORT_LINE = 1024;

    private final LineDeserializer deserializer;
    private final LineBuffer line;
    private final PageBuilder values;
    private int[] rows = new int[0];

    /**
     * @param deserializer returns fields as {@code varchar}
     * @param maxLineLength the maximum length of a line, in bytes
     */
    IrregularLines(LineDeserializer deserializer, int maxLineLength) {
        this.deserializer = requireNonNull(deserializer, "deserializer is null");
        this.line = new LineBuffer(Math.min(SHORT_LINE, maxLineLength), maxLineLength);
        this.values = new PageBuilder(deserializer.getTypes());
    }

    void add(int row, byte[] text, int lineStart, int lineEnd) throws IOException {
        int number = values.getPositionCount();
        if (number == rows.length) {
            rows = Arrays.copyOf(rows, Math.max(64, number * 2));
        }
        rows[number] = row;
        line.reset();
        line.write(text, lineStart, lineEnd - lineStart);
        deserializer.deserialize(line, values);
    }

    /**
     * Sets the fields of the collected rows, and forgets the rows.
     *
     * @param fields one for each field of the deserializer
     * @param target where their values are appended
     * @param targetStart the position of {@code target} in the text of the fields
     */
    void moveTo(Fields[] fields, int targetStart, DynamicSliceOutput target) {
        if (values.isEmpty()) {
            return;
        }
        Page page = values.build();
        values.reset();
        for (int index = 0; index < fields.length; index++) {
            Block column = page.getBlock(index);
            for (int number = 0; number < page.getPositionCount(); number++) {
                if (column.isNull(number)) {
                    fields[index].setMissing(rows[number]);
                } else {
                    Slice value = VarcharType.VARCHAR.getSlice(column, number);
                    int start = targetStart + target.size();
                    fields[index].set(rows[number], start, start + value.length());
                    target.writeBytes(value);
                }
            }
        }
    }

    /** Returns the bytes of memory that this object retains. */
    long retainedBytes() {
        return line.getRetainedSize() + values.getRetainedSizeInBytes();
    }
}
