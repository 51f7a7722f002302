// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.command.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

public class TestTableFormat {
    private static final String DEFINITION = """
            CREATE TABLE lake.test."it's" (
               id bigint COMMENT 'AVRO',
               day varchar
            )
            COMMENT '%s'
            WITH (
               external_location = 's3://b/t',
               format = '%s'
            )""";

    @DataProvider
    public Object[][] definitions() {
        return new Object[][] {
            {"", "AVRO", true},
            {"", "PARQUET", false},
            {"\n   format = ''AVRO''", "PARQUET", false},
            {"it''s \"it", "AVRO", true},
            {"{\"a\": 1} ''".repeat(50_000), "AVRO", true},
        };
    }

    @Test(dataProvider = "definitions")
    public void testFormat(String comment, String format, boolean isAvro) {
        assertThat(TableFormat.of(DEFINITION.formatted(comment, format)).isAvro())
                .isEqualTo(isAvro);
    }

    @Test
    public void testTextThatIsReadAsNullIsWarnedOf() {
        List<TableColumn> numbers =
                List.of(new TableColumn("id", "bigint", false), new TableColumn("day", "varchar", true));
        List<TableColumn> texts =
                List.of(new TableColumn("id", "varchar(3)", false), new TableColumn("day", "date", true));
        TableFormat text = TableFormat.of(DEFINITION.formatted("", "TEXTFILE"));
        assertThat(text.warning(numbers)).get().asString().startsWith("in a table of TEXTFILE, Trino reads");
        assertThat(text.warning(texts)).as("of which nothing is parsed").isEmpty();
        assertThat(TableFormat.of(DEFINITION.formatted("", "OPENX_JSON")).warning(texts))
                .as("lines that are not JSON")
                .isPresent();
        assertThat(TableFormat.of(DEFINITION.formatted("", "ORC")).warning(numbers))
                .isEmpty();
        assertThat(TableFormat.OTHER.warning(numbers)).isEmpty();
        assertThat(TableFormat.unknown("Access Denied").warning(numbers))
                .get()
                .asString()
                .startsWith("the format of the table is not known");
    }

    @Test
    public void testPrecisionThatTheFormatCanBeWrittenAt() {
        TableFormat avro = TableFormat.of("WITH (format = 'AVRO')");
        assertThat(TableFormat.OTHER.precision(TableColumn.FINEST)).isEqualTo("NANOSECONDS");
        assertThat(TableFormat.unknown("Access Denied").precision(TableColumn.FINEST))
                .isEqualTo("NANOSECONDS");
        assertThat(avro.precision(TableColumn.FINEST)).isEqualTo("MICROSECONDS");
        assertThat(avro.precision("MILLISECONDS"))
                .as("of a table that is partitioned by a timestamp")
                .isEqualTo("MILLISECONDS");
    }

    @Test
    public void testFailureNamesTheRightThatMayBeMissing() {
        TableFormat unknown = TableFormat.unknown("Access Denied: Cannot show create table for lake.test.t");
        Optional<String> finest = Optional.of(TableColumn.FINEST);
        assertThat(unknown.explain("it failed", finest))
                .startsWith("it failed. ")
                .contains("right to this statement", "Cannot show create table for lake.test.t");
        assertThat(unknown.explain("it failed", Optional.empty()))
                .as("of a table without timestamps")
                .isEqualTo("it failed");
        assertThat(unknown.explain("it failed", Optional.of("MILLISECONDS")))
                .as("at a precision that Avro has")
                .isEqualTo("it failed");
        assertThat(TableFormat.OTHER.explain("it failed", finest)).isEqualTo("it failed");
    }
}
