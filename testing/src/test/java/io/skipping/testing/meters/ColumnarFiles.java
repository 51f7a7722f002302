// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.meters;

import static io.trino.memory.context.AggregatedMemoryContext.newSimpleAggregatedMemoryContext;
import static io.trino.parquet.ParquetTypeUtils.constructField;
import static io.trino.parquet.ParquetTypeUtils.getColumnIO;
import static io.trino.parquet.ParquetTypeUtils.getDescriptors;
import static io.trino.parquet.ParquetTypeUtils.lookupColumnByName;
import static io.trino.parquet.metadata.PrunedBlockMetadata.createPrunedColumnsMetadata;

import io.airlift.slice.Slices;
import io.skipping.testing.meters.format.MeterColumn;
import io.trino.orc.MemoryOrcDataSource;
import io.trino.orc.OrcDataSourceId;
import io.trino.orc.OrcPredicate;
import io.trino.orc.OrcReader;
import io.trino.orc.OrcReaderOptions;
import io.trino.orc.OrcRecordReader;
import io.trino.orc.metadata.StripeInformation;
import io.trino.parquet.AbstractParquetDataSource;
import io.trino.parquet.Column;
import io.trino.parquet.ParquetDataSource;
import io.trino.parquet.ParquetDataSourceId;
import io.trino.parquet.ParquetReaderOptions;
import io.trino.parquet.metadata.BlockMetadata;
import io.trino.parquet.metadata.ParquetMetadata;
import io.trino.parquet.reader.MetadataReader;
import io.trino.parquet.reader.ParquetReader;
import io.trino.parquet.reader.RowGroupInfo;
import io.trino.spi.Page;
import io.trino.spi.block.Block;
import io.trino.spi.connector.SourcePage;
import io.trino.spi.type.Type;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.io.MessageColumnIO;
import org.apache.parquet.schema.MessageType;
import org.joda.time.DateTimeZone;

/** Reads Parquet and ORC objects by Trino's readers. */
final class ColumnarFiles {
    private ColumnarFiles() {}

    static List<Long> parquetRowGroups(byte[] object) throws IOException {
        return MetadataReader.readFooter(new MemoryParquet(object), Optional.empty()).getBlocks().stream()
                .map(BlockMetadata::rowCount)
                .toList();
    }

    static List<Row> parquetRows(byte[] object) throws IOException {
        ParquetDataSource source = new MemoryParquet(object);
        ParquetMetadata metadata = MetadataReader.readFooter(source, Optional.empty());
        MessageType schema = metadata.getFileMetaData().getSchema();
        MessageColumnIO columnIo = getColumnIO(schema, schema);
        List<Column> columns = new ArrayList<>();
        for (MeterColumn column : MeterColumn.values()) {
            columns.add(new Column(
                    column.columnName(),
                    constructField(column.type(), lookupColumnByName(columnIo, column.columnName()))
                            .orElseThrow()));
        }
        Map<List<String>, ColumnDescriptor> descriptors = getDescriptors(schema, schema);
        List<RowGroupInfo> rowGroups = new ArrayList<>();
        long firstRow = 0;
        for (BlockMetadata block : metadata.getBlocks()) {
            rowGroups.add(new RowGroupInfo(
                    createPrunedColumnsMetadata(block, source.getId(), descriptors), firstRow, Optional.empty()));
            firstRow += block.rowCount();
        }
        List<Row> rows = new ArrayList<>();
        try (ParquetReader reader = new ParquetReader(
                Optional.ofNullable(metadata.getFileMetaData().getCreatedBy()),
                columns,
                false,
                rowGroups,
                source,
                DateTimeZone.UTC,
                newSimpleAggregatedMemoryContext(),
                ParquetReaderOptions.defaultOptions(),
                IllegalStateException::new,
                Optional.empty(),
                Optional.empty())) {
            for (SourcePage page = reader.nextPage(); page != null; page = reader.nextPage()) {
                addRows(page.getPage(), rows);
            }
        }
        return rows;
    }

    static List<Long> orcStripes(byte[] object) throws IOException {
        return orc(object).getFooter().getStripes().stream()
                .map(StripeInformation::getNumberOfRows)
                .toList();
    }

    static List<Row> orcRows(byte[] object) throws IOException {
        OrcReader orc = orc(object);
        List<Row> rows = new ArrayList<>();
        try (OrcRecordReader reader = orc.createRecordReader(
                orc.getRootColumn().getNestedColumns(),
                MeterColumn.types(),
                false,
                OrcPredicate.TRUE,
                DateTimeZone.UTC,
                newSimpleAggregatedMemoryContext(),
                1024,
                IllegalStateException::new)) {
            for (SourcePage page = reader.nextPage(); page != null; page = reader.nextPage()) {
                addRows(page.getPage(), rows);
            }
        }
        return rows;
    }

    private static OrcReader orc(byte[] object) throws IOException {
        return OrcReader.createOrcReader(
                        new MemoryOrcDataSource(new OrcDataSourceId("test"), Slices.wrappedBuffer(object)),
                        new OrcReaderOptions())
                .orElseThrow();
    }

    private static void addRows(Page page, List<Row> rows) {
        for (int position = 0; position < page.getPositionCount(); position++) {
            String[] fields = new String[MeterColumn.values().length];
            for (MeterColumn column : MeterColumn.values()) {
                fields[column.ordinal()] = text(column.type(), page.getBlock(column.ordinal()), position);
            }
            rows.add(Row.of(fields));
        }
    }

    private static String text(Type type, Block block, int position) {
        if (type.getJavaType() == long.class) {
            return Long.toString(type.getLong(block, position));
        }
        if (type.getJavaType() == double.class) {
            return Double.toString(type.getDouble(block, position));
        }
        return type.getSlice(block, position).toStringUtf8();
    }

    private static final class MemoryParquet extends AbstractParquetDataSource {
        private final byte[] object;

        private MemoryParquet(byte[] object) {
            super(new ParquetDataSourceId("test"), object.length, ParquetReaderOptions.defaultOptions());
            this.object = object;
        }

        @Override
        protected void readInternal(long position, byte[] buffer, int offset, int length) {
            System.arraycopy(object, (int) position, buffer, offset, length);
        }

        @Override
        public void close() {}
    }
}
