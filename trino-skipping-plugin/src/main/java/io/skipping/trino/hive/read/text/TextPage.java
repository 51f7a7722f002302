// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.read.text;

import static java.util.Objects.requireNonNull;

import io.airlift.slice.SizeOf;
import io.skipping.trino.core.read.text.FieldDecoder;
import io.skipping.trino.core.read.text.Fields;
import io.trino.filesystem.Location;
import io.trino.plugin.hive.HiveErrorCode;
import io.trino.spi.Page;
import io.trino.spi.TrinoException;
import io.trino.spi.block.Block;
import io.trino.spi.connector.SourcePage;
import java.io.IOException;
import java.util.List;
import java.util.function.ObjLongConsumer;

/** A page of rows whose fields are decoded only when a column is asked for. */
final class TextPage implements SourcePage {
    private final Location object;
    private final List<FieldDecoder> decoders;
    private final Fields[] fields;
    private final Block[] decoded;
    private int rows;

    /**
     * @param object used in messages
     * @param fields the fields of each column, at least one; all refer to the same text
     */
    TextPage(Location object, List<FieldDecoder> decoders, Fields[] fields, int rows) {
        this.object = requireNonNull(object, "object is null");
        this.decoders = requireNonNull(decoders, "decoders is null");
        this.fields = fields.clone();
        this.decoded = new Block[fields.length];
        this.rows = rows;
    }

    @Override
    public int getPositionCount() {
        return rows;
    }

    @Override
    public long getSizeInBytes() {
        long bytes = 0;
        for (Block block : decoded) {
            bytes += block == null ? 0 : block.getSizeInBytes();
        }
        return bytes;
    }

    @Override
    public long getRetainedSizeInBytes() {
        return SizeOf.sizeOf(text()) + retainedBytes();
    }

    private byte[] text() {
        return fields[0].text();
    }

    /** Returns the bytes of memory that this page retains, without the text. */
    long retainedBytes() {
        long bytes = 0;
        for (int channel = 0; channel < fields.length; channel++) {
            bytes += fields[channel].retainedBytes();
            bytes += decoded[channel] == null ? 0 : decoded[channel].getRetainedSizeInBytes();
        }
        return bytes;
    }

    @Override
    public void retainedBytesForEachPart(ObjLongConsumer<Object> consumer) {
        consumer.accept(text(), SizeOf.sizeOf(text()));
        for (Fields column : fields) {
            consumer.accept(column, column.retainedBytes());
        }
        for (Block block : decoded) {
            if (block != null) {
                block.retainedBytesForEachPart(consumer);
            }
        }
    }

    @Override
    public int getChannelCount() {
        return fields.length;
    }

    @Override
    public Block getBlock(int channel) {
        if (decoded[channel] == null) {
            try {
                decoded[channel] = decoders.get(channel).decode(fields[channel]);
            } catch (IOException | RuntimeException e) {
                throw failure(object, e);
            }
        }
        return decoded[channel];
    }

    @Override
    public Page getPage() {
        Block[] blocks = new Block[fields.length];
        for (int channel = 0; channel < blocks.length; channel++) {
            blocks[channel] = getBlock(channel);
        }
        return new Page(rows, blocks);
    }

    @Override
    public void selectPositions(int[] positions, int offset, int size) {
        for (int channel = 0; channel < fields.length; channel++) {
            if (decoded[channel] == null) {
                fields[channel] = fields[channel].of(positions, offset, size);
            } else {
                decoded[channel] = decoded[channel].getPositions(positions, offset, size);
            }
        }
        rows = size;
    }

    /** Returns a failure with the stock reader's message, plus the cause. */
    static TrinoException failure(Location object, Exception cause) {
        return cause instanceof TrinoException known
                ? known
                : new TrinoException(
                        HiveErrorCode.HIVE_CURSOR_ERROR,
                        "Failed to read file at %s: %s".formatted(object, cause.getMessage()),
                        cause);
    }
}
