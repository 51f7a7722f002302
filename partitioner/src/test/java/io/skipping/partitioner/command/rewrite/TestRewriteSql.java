// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.command.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.command.TableName;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

public class TestRewriteSql {
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
        };
    }

    @Test(dataProvider = "definitions")
    public void testFormat(String comment, String format, boolean isAvro) {
        assertThat(RewriteSql.isAvro(DEFINITION.formatted(comment, format))).isEqualTo(isAvro);
    }

    @Test
    public void testPrecisionThatTheFormatCanBeWrittenAt() {
        TableName table = new TableName("test", "t");
        assertThat(new RewriteSql("lake", table, false).timestampPrecision(TableColumn.FINEST))
                .endsWith("timestamp_precision = 'NANOSECONDS'");
        assertThat(new RewriteSql("lake", table, true).timestampPrecision(TableColumn.FINEST))
                .endsWith("timestamp_precision = 'MICROSECONDS'");
        assertThat(new RewriteSql("lake", table, true).timestampPrecision("MILLISECONDS"))
                .as("of a table that is partitioned by a timestamp")
                .endsWith("timestamp_precision = 'MILLISECONDS'");
    }
}
