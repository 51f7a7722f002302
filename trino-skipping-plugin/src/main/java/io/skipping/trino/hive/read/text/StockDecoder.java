// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.read.text;

import static java.util.Objects.requireNonNull;

import io.airlift.slice.Slice;
import io.airlift.slice.Slices;
import io.skipping.trino.core.read.text.DoubleDecoder;
import io.skipping.trino.core.read.text.FieldDecoder;
import io.skipping.trino.core.read.text.Fields;
import io.skipping.trino.core.read.text.TextDecoder;
import io.skipping.trino.core.read.text.TimeDecoder;
import io.skipping.trino.core.read.text.WholeNumberDecoder;
import io.trino.hive.formats.encodings.text.TextColumnEncoding;
import io.trino.hive.formats.encodings.text.TextColumnEncodingFactory;
import io.trino.hive.formats.encodings.text.TextEncodingOptions;
import io.trino.spi.block.Block;
import io.trino.spi.block.BlockBuilder;
import io.trino.spi.type.BigintType;
import io.trino.spi.type.DateType;
import io.trino.spi.type.DoubleType;
import io.trino.spi.type.IntegerType;
import io.trino.spi.type.TimestampType;
import io.trino.spi.type.Type;
import io.trino.spi.type.VarcharType;
import java.io.IOException;

/** Decodes fields by Trino's own decoder of the type. */
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

    /**
     * Returns the decoder for columns of a type, a faster one where there is one.
     *
     * @param options must have no escape character: Trino's map decoders search for it up to a position that depends on
     *     where in its line a field begins
     */
    static FieldDecoder of(Type type, TextEncodingOptions options) {
        StockDecoder stock = new StockDecoder(
                type, new TextColumnEncodingFactory(options).getEncoding(type), options.getNullSequence());
        byte[] nullSequence = options.getNullSequence().getBytes();
        if (type instanceof DoubleType) {
            return new DoubleDecoder(nullSequence, stock);
        }
        if (type instanceof BigintType || type instanceof IntegerType) {
            return new WholeNumberDecoder(type, nullSequence, stock);
        }
        if (type instanceof DateType
                || (type instanceof TimestampType timestamp
                        && timestamp.isShort()
                        && options.getTimestampFormats().isEmpty())) {
            return new TimeDecoder(type, nullSequence, stock);
        }
        if (type instanceof VarcharType varchar && varchar.isUnbounded()) {
            return new TextDecoder(nullSequence);
        }
        return stock;
    }
}
