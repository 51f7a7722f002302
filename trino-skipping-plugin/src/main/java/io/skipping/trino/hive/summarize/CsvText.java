// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.summarize;

import com.google.common.base.Utf8;
import io.airlift.slice.Slice;
import io.airlift.slice.SliceUtf8;
import io.trino.spi.block.Block;
import io.trino.spi.block.VariableWidthBlock;

/**
 * Finds values of CSV that depend on the release of Trino. Where a line is not UTF-8, Trino 476 replaces the invalid bytes
 * by U+FFFD. Trino 483 does so only in lines with a quote or an escape; in others, values have the bytes of the object.
 *
 * <p>A value that is UTF-8 without U+FFFD is the same in both, whatever surrounds it. If one of the special characters is not
 * ASCII, or the line has a quote or an escape, both decode the line to characters and go through them in the same way. Any
 * other line is cut at its separators. These are ASCII, which ends an invalid sequence and is never replaced, so both cut at
 * the same places. A value between them is decoded as if it stood alone: to itself if it is UTF-8, otherwise to text with
 * U+FFFD. For the same reason a value is NULL in both or in neither.
 */
final class CsvText {
    private static final byte[] REPLACEMENT = {(byte) 0xEF, (byte) 0xBF, (byte) 0xBD};

    private CsvText() {}

    /** Returns whether all releases of Trino read the values of a block from the same text. */
    static boolean isReadAlike(Block block) {
        // for a dictionary this includes values that no row has, which at worst leaves out more
        if (!(block.getUnderlyingValueBlock() instanceof VariableWidthBlock values)) {
            return false;
        }
        int count = values.getPositionCount();
        if (count == 0) {
            return true;
        }
        Slice raw = values.getRawSlice();
        int start = values.getRawSliceOffset(0);
        int end = values.getRawSliceOffset(count - 1) + values.getSliceLength(count - 1);
        if (SliceUtf8.isAscii(raw.slice(start, end - start))) {
            return true;
        }
        for (int position = 0; position < count; position++) {
            if (!values.isNull(position)
                    && !isReadAlike(
                            raw.byteArray(),
                            raw.byteArrayOffset() + values.getRawSliceOffset(position),
                            values.getSliceLength(position))) {
                return false;
            }
        }
        return true;
    }

    private static boolean isReadAlike(byte[] bytes, int start, int length) {
        if (!Utf8.isWellFormed(bytes, start, length)) {
            return false;
        }
        for (int i = start; i <= start + length - REPLACEMENT.length; i++) {
            if (bytes[i] == REPLACEMENT[0] && bytes[i + 1] == REPLACEMENT[1] && bytes[i + 2] == REPLACEMENT[2]) {
                return false;
            }
        }
        return true;
    }
}
