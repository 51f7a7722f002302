// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.segment;

import static io.skipping.index.value.ScalarType.BIGINT;
import static io.skipping.index.value.ScalarType.BOOLEAN;
import static io.skipping.index.value.ScalarType.DATE;
import static io.skipping.index.value.ScalarType.DOUBLE;
import static io.skipping.index.value.ScalarType.INTEGER;
import static io.skipping.index.value.ScalarType.REAL;
import static io.skipping.index.value.ScalarType.SMALLINT;
import static io.skipping.index.value.ScalarType.TIME;
import static io.skipping.index.value.ScalarType.TIMESTAMP_TZ;
import static io.skipping.index.value.ScalarType.TINYINT;
import static io.skipping.index.value.ScalarType.UUID;
import static io.skipping.index.value.ScalarType.VARBINARY;
import static io.skipping.index.value.ScalarType.VARCHAR;
import static io.skipping.index.value.ScalarType.character;
import static io.skipping.index.value.ScalarType.decimal;
import static io.skipping.index.value.ScalarType.timestamp;
import static io.skipping.index.value.ScalarType.varchar;
import static org.assertj.core.api.Assertions.assertThat;

import io.airlift.slice.Slice;
import io.airlift.slice.Slices;
import io.skipping.index.store.segment.AbstractSegmentFormatContract;
import io.skipping.index.store.segment.SegmentFormat;
import io.skipping.index.store.segment.SegmentFormat.SegmentColumn;
import io.skipping.index.value.ColumnBuilder;
import io.skipping.index.value.Key;
import io.skipping.index.value.KeyColumn;
import io.skipping.index.value.ScalarType;
import io.trino.parquet.AbstractParquetDataSource;
import io.trino.parquet.ParquetDataSourceId;
import io.trino.parquet.ParquetReaderOptions;
import io.trino.parquet.reader.MetadataReader;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.apache.parquet.schema.MessageType;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

public class TestTrinoSegmentFormat extends AbstractSegmentFormatContract {
    @Override
    protected SegmentFormat format() {
        return new TrinoSegmentFormat();
    }

    /** As the document says under "Segment". */
    @DataProvider
    public Object[][] types() {
        return new Object[][] {
            {BOOLEAN, "boolean", ""},
            {TINYINT, "int32", " (INTEGER(8,true))"},
            {SMALLINT, "int32", " (INTEGER(16,true))"},
            {INTEGER, "int32", " (INTEGER(32,true))"},
            {BIGINT, "int64", " (INTEGER(64,true))"},
            {REAL, "float", ""},
            {DOUBLE, "double", ""},
            {DATE, "int32", " (DATE)"},
            {decimal(5, 2), "int32", " (DECIMAL(5,2))"},
            {decimal(18, 18), "int64", " (DECIMAL(18,18))"},
            {decimal(38, 10), "fixed_len_byte_array(16)", " (DECIMAL(38,10))"},
            {VARCHAR, "binary", " (STRING)"},
            {varchar(3), "binary", " (STRING)"},
            {character(4), "binary", " (STRING)"},
            {VARBINARY, "binary", ""},
            {timestamp(0), "int64", " (TIMESTAMP(MICROS,false))"},
            {timestamp(3), "int64", " (TIMESTAMP(MICROS,false))"},
            {timestamp(6), "int64", " (TIMESTAMP(MICROS,false))"},
            {timestamp(7), "fixed_len_byte_array(16)", " (DECIMAL(38,12))"},
            {timestamp(12), "fixed_len_byte_array(16)", " (DECIMAL(38,12))"},
            {TIMESTAMP_TZ, "int64", " (TIMESTAMP(MICROS,false))"},
            {TIME, "int64", " (INTEGER(64,true))"},
            {UUID, "binary", ""},
        };
    }

    @Test(dataProvider = "types")
    public void testHowATypeStandsInAFile(ScalarType type, String physical, String annotation) throws IOException {
        MessageType schema = schema(List.of(new SegmentColumn("a", type, false), new SegmentColumn("b", type, true)));
        assertThat(schema.getType("a")).hasToString("optional %s a%s".formatted(physical, annotation));
        assertThat(schema.getType("b").toString().replaceAll("\\s+", " "))
                .isEqualTo("optional group b (LIST) { repeated group list { optional %s element%s; } }"
                        .formatted(physical, annotation));
    }

    private MessageType schema(List<SegmentColumn> columns) throws IOException {
        SegmentFormat.Writer writer = format().writer(columns);
        writer.write(columns.stream()
                .map(column -> {
                    ColumnBuilder builder = ColumnBuilder.of(column.type(), column.isList());
                    builder.appendNull();
                    return builder.build();
                })
                .toList());
        Slice file = writer.finish(Map.of());
        ParquetDataSourceId id = new ParquetDataSourceId("test");
        return MetadataReader.readFooter(
                        new AbstractParquetDataSource(id, file.length(), ParquetReaderOptions.defaultOptions()) {
                            @Override
                            protected void readInternal(long position, byte[] buffer, int offset, int length) {
                                file.getBytes(Math.toIntExact(position), buffer, offset, length);
                            }
                        },
                        Optional.empty())
                .getFileMetaData()
                .getSchema();
    }

    /** Few bytes that say that there are many equal values. */
    @Test
    public void testTextsThatADictionaryHasOnce() throws IOException {
        List<SegmentColumn> columns = List.of(new SegmentColumn("a", VARCHAR, false));
        int rows = 200_000;
        ColumnBuilder builder = ColumnBuilder.of(VARCHAR, false);
        Key text = Key.of("x".repeat(100));
        for (int row = 0; row < rows; row++) {
            builder.append(text);
        }
        SegmentFormat.Writer writer = format().writer(columns);
        writer.write(List.of(builder.build()));
        SegmentFormat.Reader reader = format().open("test", writer.finish(Map.of()), Long.MAX_VALUE);
        assertThat(reader.mostBytes()).as("as if each were read alone").isGreaterThan(100L * rows);
        KeyColumn found = reader.read(columns).getFirst();
        assertThat(found.size()).isEqualTo(rows);
        assertThat(found.retainedBytes()).as("though they share it").isLessThan(20L * rows);
    }

    /** The columns of a large file may be examined and read by several threads, and what is wrong is told as by one. */
    @Test
    public void testFlippedBitsOfManyRows() throws IOException {
        Random random = new Random(43);
        List<SegmentColumn> columns = List.of(
                new SegmentColumn("a", BIGINT, false),
                new SegmentColumn("b", VARCHAR, false),
                new SegmentColumn("c", VARCHAR, true));
        byte[] good = file(columns, 120_000).getBytes();
        int refused = 0;
        for (int run = 0; run < 60; run++) {
            byte[] bad = good.clone();
            for (int flip = 0; flip < 20; flip++) {
                bad[random.nextInt(bad.length)] ^= (byte) (1 << random.nextInt(8));
            }
            try {
                format().open("test", Slices.wrappedBuffer(bad), 1L << 30).read(columns);
            } catch (IOException | RuntimeException e) {
                refused++;
                assertThat(e.getMessage())
                        .as("the message of a thread's exception, and not one that wraps it")
                        .doesNotStartWith("java.");
            }
        }
        assertThat(refused).isPositive();
    }
}
