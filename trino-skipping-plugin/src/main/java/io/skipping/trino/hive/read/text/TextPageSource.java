// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.read.text;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import io.skipping.trino.core.read.text.FieldDecoder;
import io.skipping.trino.core.read.text.FieldFinder;
import io.skipping.trino.core.read.text.Fields;
import io.skipping.trino.core.read.text.TextLines;
import io.trino.filesystem.Location;
import io.trino.plugin.base.util.Closables;
import io.trino.spi.connector.ConnectorPageSource;
import io.trino.spi.connector.SourcePage;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

/** Reads the rows of a split of text. */
final class TextPageSource implements ConnectorPageSource {
    private final Location object;
    private final TextLines lines;
    private final Optional<FieldFinder> finder;
    private final List<FieldDecoder> decoderOfChannel;
    private final int[] fieldOfChannel;
    private final LongSupplier completedBytes;
    private long completedRows;
    private long pageBytes;

    /**
     * @param object used in messages
     * @param finder empty if no field is wanted
     * @param decoders the decoders of the finder's fields
     * @param fieldOfChannel the index of the finder's field for each channel
     * @param completedBytes the bytes of the split consumed so far
     */
    TextPageSource(
            Location object,
            TextLines lines,
            Optional<FieldFinder> finder,
            List<FieldDecoder> decoders,
            int[] fieldOfChannel,
            LongSupplier completedBytes) {
        this.object = requireNonNull(object, "object is null");
        this.lines = requireNonNull(lines, "lines is null");
        this.finder = requireNonNull(finder, "finder is null");
        this.fieldOfChannel = fieldOfChannel.clone();
        this.decoderOfChannel =
                IntStream.of(fieldOfChannel).mapToObj(decoders::get).collect(ImmutableList.toImmutableList());
        this.completedBytes = requireNonNull(completedBytes, "completedBytes is null");
    }

    @Override
    public SourcePage getNextSourcePage() {
        try {
            if (!lines.advance()) {
                return null;
            }
            completedRows += lines.count();
            return finder.isPresent() ? page(finder.get()) : SourcePage.create(lines.count());
        } catch (IOException | RuntimeException e) {
            Closables.closeAllSuppress(e, this);
            throw TextPage.failure(object, e);
        }
    }

    private SourcePage page(FieldFinder finder) throws IOException {
        Fields[] found = finder.find(lines);
        Fields[] fields = new Fields[fieldOfChannel.length];
        for (int channel = 0; channel < fields.length; channel++) {
            fields[channel] = found[fieldOfChannel[channel]];
        }
        TextPage page = new TextPage(object, decoderOfChannel, fields, lines.count());
        boolean inLines = found[0].text() == lines.bytes();
        pageBytes = inLines ? page.retainedBytes() : page.getRetainedSizeInBytes();
        return page;
    }

    @Override
    public boolean isFinished() {
        return lines.isFinished();
    }

    @Override
    public long getCompletedBytes() {
        return completedBytes.getAsLong();
    }

    @Override
    public OptionalLong getCompletedPositions() {
        return OptionalLong.of(completedRows);
    }

    @Override
    public long getReadTimeNanos() {
        return lines.readTimeNanos();
    }

    @Override
    public long getMemoryUsage() {
        return lines.retainedBytes() + finder.map(FieldFinder::retainedBytes).orElse(0L) + pageBytes;
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }
}
