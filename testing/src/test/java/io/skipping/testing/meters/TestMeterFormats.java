// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.meters;

import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.testing.meters.format.MeterColumn;
import io.skipping.testing.meters.format.MeterFormat;
import io.skipping.testing.meters.layout.ObjectOrder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.testng.annotations.Test;

public class TestMeterFormats {
    private static final MeterOptions OPTIONS =
            MeterOptions.defaults().withObjects(1).withMeters(100).withRowGroupRows(2_000);

    @Test
    public void testAllFormatsHoldTheSameRows() throws IOException {
        List<Row> rows = Row.ofCsv(object(MeterFormat.CSV));
        assertThat(rows).hasSize(100 * 96);
        assertThat(ofJson(object(MeterFormat.JSON))).isEqualTo(rows);
        assertThat(ColumnarFiles.parquetRows(object(MeterFormat.PARQUET))).isEqualTo(rows);
        assertThat(ColumnarFiles.orcRows(object(MeterFormat.ORC))).isEqualTo(rows);
    }

    @Test
    public void testParquetRowGroupsHaveAboutTheWantedRows() throws IOException {
        for (ObjectOrder order : ObjectOrder.values()) {
            for (int wanted : new int[] {1_000, 5_000, 10_000}) {
                MeterOptions options = OPTIONS.withMeters(500).withOrder(order).withRowGroupRows(wanted);
                List<Long> rowGroups = ColumnarFiles.parquetRowGroups(object(options.withFormat(MeterFormat.PARQUET)));
                assertThat(rowGroups.subList(0, rowGroups.size() - 1))
                        .as("%s, %s rows", order, wanted)
                        .isNotEmpty()
                        .allSatisfy(rows -> assertThat(rows.doubleValue()).isBetween(0.9 * wanted, 1.1 * wanted));
            }
        }
    }

    @Test
    public void testOrcStripesHaveTheWantedRows() throws IOException {
        assertThat(ColumnarFiles.orcStripes(object(MeterFormat.ORC)))
                .containsExactly(2_000L, 2_000L, 2_000L, 2_000L, 1_600L);
    }

    @Test
    public void testTextIsUtf8WithoutQuotes() throws IOException {
        String text = new String(object(MeterFormat.CSV), StandardCharsets.UTF_8);
        assertThat(text)
                .contains("é")
                .doesNotContain("\"", "\uFFFD", " ,", "\r")
                .endsWith("\n");
    }

    private static byte[] object(MeterFormat format) throws IOException {
        return object(OPTIONS.withFormat(format));
    }

    private static byte[] object(MeterOptions options) throws IOException {
        return MemorySink.generated(options).firstEntry().getValue();
    }

    /** Enough of a JSON parser: no value holds a comma, a colon or an escape. */
    private static List<Row> ofJson(byte[] object) {
        List<Row> rows = new ArrayList<>();
        new String(object, StandardCharsets.UTF_8).lines().forEach(line -> {
            if (!line.matches("\\{.*}")) {
                throw new AssertionError("Not an object: " + line);
            }
            String[] members = line.substring(1, line.length() - 1).split(",");
            String[] values = new String[members.length];
            for (MeterColumn column : MeterColumn.values()) {
                String[] member = members[column.ordinal()].split(":");
                if (!member[0].equals("\"" + column.columnName() + "\"")) {
                    throw new AssertionError("Not the key of %s: %s".formatted(column, line));
                }
                values[column.ordinal()] = column == MeterColumn.TYPE || column == MeterColumn.CITY
                        ? member[1].substring(1, member[1].length() - 1)
                        : member[1];
            }
            rows.add(Row.of(values));
        });
        return rows;
    }
}
