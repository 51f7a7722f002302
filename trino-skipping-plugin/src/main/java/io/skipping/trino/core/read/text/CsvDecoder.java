// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.read.text;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.base.Utf8;
import io.airlift.slice.SliceUtf8;
import io.airlift.slice.Slices;
import io.trino.spi.block.Block;
import io.trino.spi.block.VariableWidthBlock;
import io.trino.spi.block.VariableWidthBlockBuilder;

/** Decodes fields as text; no text stands for NULL. */
public final class CsvDecoder implements FieldDecoder {
    private final boolean replacesWrongText;

    /**
     * Creates a decoder.
     *
     * @param replacesWrongText whether invalid UTF-8 is replaced here, as by readers of Trino that convert fields to
     *     strings
     */
    public CsvDecoder(boolean replacesWrongText) {
        this.replacesWrongText = replacesWrongText;
    }

    @Override
    public Block decode(Fields fields) {
        VariableWidthBlock values = TextDecoder.copy(fields, fields::isMissing);
        return !replacesWrongText || SliceUtf8.isAscii(values.getRawSlice())
                ? values
                : replacingWrongText(fields, values);
    }

    private static Block replacingWrongText(Fields fields, VariableWidthBlock values) {
        boolean wrong = false;
        for (int row = 0; row < fields.rows() && !wrong; row++) {
            wrong = isWrong(fields, row);
        }
        if (!wrong) {
            return values;
        }
        VariableWidthBlockBuilder replaced = new VariableWidthBlockBuilder(
                null, fields.rows(), values.getRawSlice().length());
        for (int row = 0; row < fields.rows(); row++) {
            if (values.isNull(row)) {
                replaced.appendNull();
            } else if (isWrong(fields, row)) {
                String text = new String(fields.text(), fields.starts()[row], fields.lengths()[row], UTF_8);
                replaced.writeEntry(Slices.utf8Slice(text));
            } else {
                replaced.writeEntry(fields.text(), fields.starts()[row], fields.lengths()[row]);
            }
        }
        return replaced.build();
    }

    private static boolean isWrong(Fields fields, int row) {
        return !fields.isMissing(row) && !Utf8.isWellFormed(fields.text(), fields.starts()[row], fields.lengths()[row]);
    }
}
