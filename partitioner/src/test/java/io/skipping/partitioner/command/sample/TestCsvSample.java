// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.command.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JacksonException;
import io.skipping.partitioner.Column;
import io.skipping.partitioner.ColumnType;
import io.skipping.partitioner.train.Sample;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

public class TestCsvSample {
    private static final List<Column> COLUMNS =
            List.of(new Column("a", ColumnType.BIGINT), new Column("b", ColumnType.VARCHAR));

    @DataProvider
    public Object[][] malformed() throws IOException {
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(zipped)) {
            gzip.write("a,b\n1,x\n".getBytes(StandardCharsets.UTF_8));
        }
        return new Object[][] {
            {"a quote inside", "a,b\n1,x\n2,\"x\"y\n".getBytes(StandardCharsets.UTF_8), "from record 2 on"},
            {"no closing quote", "a,b\n1,\"x\n2,y\n".getBytes(StandardCharsets.UTF_8), "from record 1 on"},
            {"in the header", "a,\"b\n1,x\n".getBytes(StandardCharsets.UTF_8), "from its header on"},
            {"Latin-1", "a,b\n1,caf\u00e9\n".getBytes(StandardCharsets.ISO_8859_1), "from "},
            {"cut inside a character", new byte[] {'a', ',', 'b', '\n', '1', ',', (byte) 0xC3}, "from "},
            {"gzip", zipped.toByteArray(), "from its header on"},
        };
    }

    @Test(dataProvider = "malformed")
    public void testSaysWhereTheSampleIsNoCsv(String what, byte[] csv, String where) {
        assertThatThrownBy(() -> CsvSample.read(new ByteArrayInputStream(csv), COLUMNS))
                .as(what)
                .isInstanceOf(IOException.class)
                .isNotInstanceOf(JacksonException.class)
                .hasMessageContaining("The sample is not CSV in UTF-8 " + where)
                .hasMessageContaining("; is a quote not closed? ");
    }

    @Test
    public void testAFaultOfTheDiskIsReportedAsItIs() {
        IOException fault = new IOException("Input/output error");
        InputStream broken = new InputStream() {
            @Override
            public int read() throws IOException {
                throw fault;
            }

            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                throw fault;
            }
        };
        for (String before : List.of("", "a,b\n", "a,b\n1,x\n", "a,b\n1,x\n2,y")) {
            InputStream file =
                    new SequenceInputStream(new ByteArrayInputStream(before.getBytes(StandardCharsets.UTF_8)), broken);
            assertThatThrownBy(() -> CsvSample.read(file, COLUMNS)).as(before).isSameAs(fault);
        }
    }

    @Test
    public void testReadsColumnsByName() throws IOException {
        String csv = "\uFEFFb,other,a\n\"x, \"\"y\"\"\",,1\nz\n";
        Sample sample = CsvSample.read(new ByteArrayInputStream(csv.getBytes(StandardCharsets.UTF_8)), COLUMNS);
        assertThat(sample.rows()).isEqualTo(2);
        assertThat(sample.row(0).longValue(0)).isEqualTo(1);
        assertThat(sample.row(0).textValue(1)).isEqualTo("x, \"y\"".getBytes(StandardCharsets.UTF_8));
        assertThat(sample.row(1).isNull(0)).as("the record has fewer fields").isTrue();
    }
}
