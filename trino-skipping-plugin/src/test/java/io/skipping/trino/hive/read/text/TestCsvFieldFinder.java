// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.read.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.airlift.slice.Slice;
import io.skipping.trino.core.read.text.CsvCharacters;
import io.skipping.trino.core.read.text.CsvDecoder;
import io.skipping.trino.core.read.text.FieldFinder;
import io.skipping.trino.core.read.text.Fields;
import io.skipping.trino.core.read.text.TextEnds;
import io.skipping.trino.core.read.text.TextLines;
import io.trino.hive.formats.line.LineBuffer;
import io.trino.hive.formats.line.LineDeserializer;
import io.trino.spi.PageBuilder;
import io.trino.spi.block.Block;
import io.trino.spi.type.Type;
import io.trino.spi.type.VarcharType;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Which lines it finds the fields of by itself; {@link TestTextPageSourceFactory} tells whether they are right. */
public class TestCsvFieldFinder {
    private static final int[] WANTED = {1, 2};

    /** Trino's reader, when it must not be asked. */
    private static final class NotAsked implements LineDeserializer {
        @Override
        public List<? extends Type> getTypes() {
            return ImmutableList.of(VarcharType.VARCHAR, VarcharType.VARCHAR);
        }

        @Override
        public void deserialize(LineBuffer line, PageBuilder builder) {
            throw new IllegalStateException(new String(line.getBuffer(), 0, line.getLength(), UTF_8));
        }
    }

    @DataProvider
    public Object[][] regular() {
        return new Object[][] {
            {"x,a,b", "[a, b]"},
            {"x,a,b,irregular\"", "[a, b]"},
            {"\"x\",\"a\",\"b\"", "[a, b]"},
            {"\"x, y\",\"a, c\",b", "[a, c, b]"},
            {"\"\",\"\",", "[, ]"},
            {"\"x \"\"y\"\"\",\"a \"\"c\"\"\",b", "[a \"c\", b]"},
            {"x,\"\"\"a\"\"\",\"\"\"\"", "[\"a\", \"]"},
            {"x,\"a \\\"c\\\"\",\"\\\\b\\n\"", "[a \"c\", \\bn]"},
            {"x,é,\"\"\"é\"", "[é, \"é]"},
            {"x,a", "[a, null]"},
            {"", "[null, null]"},
        };
    }

    @Test(dataProvider = "regular")
    public void testFindsByItself(String line, String values) throws IOException {
        // behind another, so that it does not begin where the text does
        assertThat(values("x,first,line\n" + line + "\n")).containsExactly("[first, line]", values);
    }

    @DataProvider
    public Object[][] irregular() {
        return new Object[][] {{"x,5\" pipe,b"}, {"x,\"a\" c,b"}, {"x, \"a\",b"}, {"x,a\\c,b"}, {"x,\"a,b"}, {"x,\"a\\"}
        };
    }

    @Test(dataProvider = "irregular")
    public void testLeavesToTrino(String line) {
        assertThatThrownBy(() -> values("x,a,b\n" + line + "\n"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(line);
    }

    /** Trino 483 accepts it, and then takes a character of that kind for an escape, not for a quote. */
    @Test
    public void testWhereQuotesAndEscapesAreTheSameLinesAreLeftToTrino() {
        assertThat(CsvCharacters.of(ImmutableMap.of("quoteChar", "\0", "escapeChar", "\0")))
                .isEmpty();
    }

    private static List<String> values(String text) throws IOException {
        FieldFinder finder = new CsvFieldFinder(
                CsvCharacters.of(ImmutableMap.of()).orElseThrow(), WANTED, new NotAsked(), 1000, true);
        List<String> rows = new ArrayList<>();
        try (TextLines lines = TextLines.of(
                new ByteArrayInputStream(text.getBytes(UTF_8)), 0, Long.MAX_VALUE, 1000, 1, TextEnds.NONE)) {
            while (lines.advance()) {
                Fields[] fields = finder.find(lines);
                Block first = new CsvDecoder(true).decode(fields[0]);
                Block second = new CsvDecoder(true).decode(fields[1]);
                for (int row = 0; row < lines.count(); row++) {
                    rows.add("[%s, %s]".formatted(text(first, row), text(second, row)));
                }
            }
        }
        return rows;
    }

    private static String text(Block block, int row) {
        if (block.isNull(row)) {
            return null;
        }
        Slice value = VarcharType.VARCHAR.getSlice(block, row);
        return value.toStringUtf8();
    }
}
