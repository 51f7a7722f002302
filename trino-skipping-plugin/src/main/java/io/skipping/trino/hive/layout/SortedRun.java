// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.layout;

import static io.airlift.units.DataSize.Unit.KILOBYTE;
import static io.airlift.units.DataSize.Unit.MEGABYTE;
import static io.trino.orc.OrcReader.INITIAL_BATCH_SIZE;
import static io.trino.plugin.hive.HiveErrorCode.HIVE_WRITER_DATA_ERROR;
import static org.joda.time.DateTimeZone.UTC;

import com.google.common.collect.AbstractIterator;
import com.google.common.collect.ImmutableMap;
import io.airlift.units.DataSize;
import io.trino.filesystem.Location;
import io.trino.filesystem.TrinoFileSystem;
import io.trino.filesystem.TrinoInputFile;
import io.trino.memory.context.AggregatedMemoryContext;
import io.trino.orc.OrcDataSource;
import io.trino.orc.OrcDataSourceId;
import io.trino.orc.OrcPredicate;
import io.trino.orc.OrcReader;
import io.trino.orc.OrcReaderOptions;
import io.trino.orc.OrcRecordReader;
import io.trino.orc.OrcWriteValidation.OrcWriteValidationMode;
import io.trino.orc.OrcWriter;
import io.trino.orc.OrcWriterOptions;
import io.trino.orc.OrcWriterStats;
import io.trino.orc.metadata.CompressionKind;
import io.trino.orc.metadata.OrcType;
import io.trino.plugin.base.metrics.FileFormatDataSourceStats;
import io.trino.plugin.hive.orc.HdfsOrcDataSource;
import io.trino.plugin.hive.orc.OrcFileWriterFactory;
import io.trino.spi.Page;
import io.trino.spi.TrinoException;
import io.trino.spi.block.Block;
import io.trino.spi.connector.SourcePage;
import io.trino.spi.type.Type;
import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Keeps sorted rows in a temporary ORC file. Stripes are small, so that many files can be read at once: a reader holds
 * only what it needs of one stripe.
 */
record SortedRun(Location file, long bytes) {
    private static final DataSize STRIPE = DataSize.of(1, MEGABYTE);

    private static final OrcWriterOptions WRITER_OPTIONS = new OrcWriterOptions()
            .withMaxStringStatisticsLimit(DataSize.ofBytes(0))
            .withStripeMinSize(STRIPE)
            .withStripeMaxSize(STRIPE)
            .withDictionaryMaxMemory(DataSize.of(256, KILOBYTE));

    private static final OrcReaderOptions READER_OPTIONS = new OrcReaderOptions()
            .withTinyStripeThreshold(STRIPE)
            .withMaxMergeDistance(STRIPE)
            .withMaxBufferSize(STRIPE)
            .withStreamBufferSize(STRIPE)
            .withMaxReadBlockSize(STRIPE);

    /** @param rows passes its sorted pages to the consumer that it receives */
    static SortedRun write(TrinoFileSystem fileSystem, Location file, List<Type> types, Consumer<Consumer<Page>> rows) {
        List<String> names =
                IntStream.range(0, types.size()).mapToObj(String::valueOf).toList();
        List<StoredColumn> columns = types.stream().map(StoredColumn::of).toList();
        List<Type> stored = columns.stream().map(StoredColumn::stored).toList();
        try {
            OrcWriter writer = new OrcWriter(
                    OrcFileWriterFactory.createOrcDataSink(fileSystem, file),
                    names,
                    stored,
                    OrcType.createRootOrcType(names, stored),
                    CompressionKind.LZ4,
                    WRITER_OPTIONS,
                    ImmutableMap.of(),
                    false,
                    OrcWriteValidationMode.BOTH,
                    new OrcWriterStats());
            try (writer) {
                rows.accept(page -> write(writer, convert(page, columns, StoredColumn::store)));
            }
            return new SortedRun(file, writer.getWrittenBytes());
        } catch (IOException | UncheckedIOException e) {
            throw new TrinoException(HIVE_WRITER_DATA_ERROR, "Cannot write temporary file " + file, e);
        }
    }

    private static Page convert(
            Page page, List<StoredColumn> columns, BiFunction<StoredColumn, Block, Block> conversion) {
        Block[] blocks = new Block[columns.size()];
        for (int column = 0; column < blocks.length; column++) {
            blocks[column] = conversion.apply(columns.get(column), page.getBlock(column));
        }
        return new Page(page.getPositionCount(), blocks);
    }

    private static void write(OrcWriter writer, Page page) {
        try {
            writer.write(page);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** @param memory what the reader holds is accounted there until it is closed */
    Reader open(TrinoFileSystem fileSystem, List<Type> types, AggregatedMemoryContext memory) {
        List<StoredColumn> columns = types.stream().map(StoredColumn::of).toList();
        try {
            TrinoInputFile input = fileSystem.newInputFile(file, bytes);
            OrcDataSource source = new HdfsOrcDataSource(
                    new OrcDataSourceId(file.toString()),
                    bytes,
                    READER_OPTIONS,
                    input,
                    new FileFormatDataSourceStats());
            OrcReader orc = OrcReader.createOrcReader(source, READER_OPTIONS)
                    .orElseThrow(() -> new IOException("the file is empty"));
            return new Reader(
                    orc.createRecordReader(
                            orc.getRootColumn().getNestedColumns(),
                            columns.stream().map(StoredColumn::stored).toList(),
                            false,
                            OrcPredicate.TRUE,
                            UTC,
                            memory,
                            INITIAL_BATCH_SIZE,
                            this::failure),
                    columns);
        } catch (IOException e) {
            throw failure(e);
        }
    }

    private TrinoException failure(Exception cause) {
        return new TrinoException(HIVE_WRITER_DATA_ERROR, "Cannot read temporary file " + file, cause);
    }

    /** Iterates over the pages of the file. */
    final class Reader extends AbstractIterator<Page> implements Iterator<Page>, Closeable {
        private final OrcRecordReader records;

        private final List<StoredColumn> columns;

        private Reader(OrcRecordReader records, List<StoredColumn> columns) {
            this.records = records;
            this.columns = columns;
        }

        @Override
        protected Page computeNext() {
            try {
                // the engine stops a query by interrupting it
                if (Thread.currentThread().isInterrupted()) {
                    throw new InterruptedIOException("Interrupted");
                }
                return Optional.ofNullable(records.nextPage())
                        .map(SourcePage::getPage)
                        .map(page -> convert(page, columns, StoredColumn::restore))
                        .orElseGet(this::endOfData);
            } catch (IOException e) {
                throw failure(e);
            }
        }

        @Override
        public void close() throws IOException {
            records.close();
        }
    }
}
