// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static io.skipping.trino.SkippingQueryRunner.SCHEMA;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.base.Strings;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.trino.testing.MaterializedRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** What the first build of a table reads to choose its indexes, by what is asked of the file system. */
public class TestCastSampler extends AbstractLakeTest {
    private static final AttributeKey<String> LOCATION = AttributeKey.stringKey("trino.file.location");
    private static final AttributeKey<Long> POSITION = AttributeKey.longKey("trino.file.read_position");
    private static final AttributeKey<Long> SIZE = AttributeKey.longKey("trino.file.read_size");

    private static final int OBJECTS = 5;
    /** At the most: of those that are listed first, which may be fewer. */
    private static final int SAMPLED = 3;

    private static final int SAMPLED_BYTES = 64 * 1024;
    /** Read behind the sample, for the end of its last row. */
    private static final int SLACK = 4 * 1024;

    @Override
    protected void createTables() throws IOException {
        for (int object = 0; object < OBJECTS; object++) {
            writeLines("large", object, 0, 10_000, 0);
            writeLines("small", object, 0, 10, 0);
            writeLines("header", object, 1, 10_000, 0);
            // some of the footer lines are in the sample
            writeLines("ends", object, 2, SAMPLED_BYTES / 20 - 10, 50);
        }
    }

    /** Lines of 20 bytes: a whole number, and a text; before and behind them, lines of texts. */
    private void writeLines(String table, int object, int headerLines, int lines, int footerLines) throws IOException {
        Path folder = root.resolve(table);
        if (Files.notExists(folder)) {
            Files.createDirectories(folder);
            runner.execute("""
                    CREATE TABLE hive.%1$s.%2$s (id varchar, name varchar)
                    WITH (format = 'TEXTFILE', textfile_field_separator = ',', external_location = 'local:///%2$s',
                        skip_header_line_count = %3$s, skip_footer_line_count = %4$s)
                    """.formatted(SCHEMA, table, headerLines, footerLines));
        }
        Files.write(
                folder.resolve("object-" + object),
                IntStream.range(-headerLines, lines + footerLines)
                        .mapToObj(line -> "%s,%s"
                                .formatted(
                                        line >= 0 && line < lines ? "%06d".formatted(line) : "no row",
                                        Strings.repeat("x", 12)))
                        .toList());
    }

    @DataProvider
    public Object[][] largeTables() {
        return new Object[][] {{"large"}, {"header"}};
    }

    /** A build itself opens each object once, and reads all of it. */
    @Test(dataProvider = "largeTables")
    public void testTheBeginningsOfSomeObjectsAreRead(String table) {
        List<SpanData> spans = spansOfBuild(table);
        assertThat(of("InputFile.newStream", spans, table))
                .as("to the end of the object")
                .hasSize(OBJECTS);
        assertThat(of("Input.readFully", spans, table))
                .as("samples")
                .hasSize(SAMPLED)
                .allSatisfy(span -> {
                    assertThat(span.getAttributes().get(POSITION)).isZero();
                    assertThat(span.getAttributes().get(SIZE)).isEqualTo(SAMPLED_BYTES + SLACK);
                });
        assertThat(indexes(table))
                .contains("minmax(CAST(id AS integer))")
                .noneMatch(name -> name.contains("CAST(name"));
    }

    /** With one of these lines, a column would not be one of whole numbers. */
    @Test
    public void testHeaderAndFooterLinesAreNotSampled() {
        spansOfBuild("ends");
        assertThat(indexes("ends"))
                .contains("minmax(CAST(id AS integer))")
                .noneMatch(name -> name.contains("CAST(name"));
    }

    @Test
    public void testASmallObjectIsReadToItsEnd() {
        List<SpanData> spans = spansOfBuild("small");
        assertThat(of("InputFile.newStream", spans, "small")).hasSize(OBJECTS + SAMPLED);
        assertThat(of("Input.readFully", spans, "small")).isEmpty();
        assertThat(indexes("small")).contains("minmax(CAST(id AS integer))");
    }

    /** Summarises and publishes; what was done for the former. */
    private List<SpanData> spansOfBuild(String table) {
        tables.makeOld();
        // by the server, which has the spans of its last query
        List<MaterializedRow> events = runner.execute(
                        "SELECT event, build FROM TABLE(lake.system.summarize('%s', '%s'))".formatted(SCHEMA, table))
                .getMaterializedRows();
        List<SpanData> spans = runner.getSpans();
        runner.execute("CALL lake.system.publish_index('%s', '%s', '%s')"
                .formatted(SCHEMA, table, events.getFirst().getField(1)));
        return spans;
    }

    private static List<SpanData> of(String operation, List<SpanData> spans, String table) {
        return spans.stream()
                .filter(span -> span.getName().equals(operation))
                .filter(span -> span.getAttributes().get(LOCATION).contains("/%s/object-".formatted(table)))
                .toList();
    }

    private List<String> indexes(String table) {
        return rows("SELECT index_name FROM lake.%s.\"%s$indexes\"".formatted(SCHEMA, table)).stream()
                .map(row -> (String) row.getField(0))
                .toList();
    }
}
