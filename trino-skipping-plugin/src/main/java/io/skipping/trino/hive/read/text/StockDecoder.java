// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.read.text;

import static java.util.Objects.requireNonNull;

import io.airlift.slice.Slice;
import io.airlift.slice.Slices;
import io.trino.hive.formats.encodings.text.TextColumnEncoding;
import io.trino.spi.block.Block;
import io.trino.spi.block.BlockBuilder;
import io.trino.spi.type.Type;
import java.io.IOException;

/** By Trino's own decoder of the type. */
final class StockDecoder implements FieldDecoder {
    private final Type type;
    private final TextColumnEncoding encoding;
    private final byte[] nullSequence;

    StockDecoder(Type type, TextColumnEncoding encoding, Slice nullSequence) {
        this.type = requireNonNull(type, "type is null");
        this.encoding = requireNonNull(encoding, "encoding is null");
        this.nullSequence = nullSequence.getBytes();
    }

    @Override
    public Block decode(Fields fields) throws IOException {
        Slice text = Slices.wrappedBuffer(fields.text());
        BlockBuilder builder = type.createBlockBuilder(null, fields.rows());
        for (int row = 0; row < fields.rows(); row++) {
            if (fields.isNull(row, nullSequence)) {
                builder.appendNull();
            } else {
                encoding.decodeValueInto(builder, text, fields.starts()[row], fields.lengths()[row]);
            }
        }
        return builder.build();
    }

    /** A block of one position. */
    Block decode(Fields fields, int row) throws IOException {
        return decode(fields.of(new int[] {row}, 0, 1));
    }
}
