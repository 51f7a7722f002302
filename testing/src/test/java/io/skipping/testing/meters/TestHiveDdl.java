// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.meters;

import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.testing.meters.HiveDdl.TableFormat;
import io.skipping.testing.meters.format.MeterFormat;
import org.testng.annotations.Test;

public class TestHiveDdl {
    @Test
    public void testTypedText() {
        assertThat(HiveDdl.createTable(TableFormat.TEXTFILE, "lake", "grid", "meters", "s3://bucket/meters"))
                .isEqualTo("""
                        CREATE TABLE "lake"."grid"."meters" (
                            "date" bigint,
                            "index" double,
                            "sumhc" double,
                            "sumhp" double,
                            "type" varchar,
                            "vid" bigint,
                            "size" integer,
                            "temp" double,
                            "city" varchar,
                            "region" integer,
                            "latitude" double,
                            "longitude" double,
                            dt varchar
                        )
                        WITH (
                            external_location = 's3://bucket/meters',
                            format = 'TEXTFILE',
                            textfile_field_separator = ',',
                            partitioned_by = ARRAY['dt']
                        )""");
    }

    @Test
    public void testCsvHasOnlyVarcharColumns() {
        assertThat(HiveDdl.createTable(TableFormat.CSV, "lake", "grid", "meters", "s3://bucket/meters"))
                .contains("\"date\" varchar,", "\"longitude\" varchar,", "format = 'CSV'")
                .doesNotContain("double", "integer", "textfile_field_separator");
    }

    @Test
    public void testEveryFormatHasATable() {
        for (MeterFormat format : MeterFormat.values()) {
            TableFormat table = HiveDdl.tableFormat(format);
            assertThat(table.objects()).isEqualTo(format);
            assertThat(HiveDdl.createTable(table, "c", "s", "t", "local:///t"))
                    .contains("\"index\" double", "format = '%s'".formatted(table));
        }
    }

    @Test
    public void testNamesAreQuoted() {
        assertThat(HiveDdl.createTable(TableFormat.ORC, "c", "s", "a\"b", "s3://it's"))
                .contains("\"c\".\"s\".\"a\"\"b\"", "'s3://it''s'");
        assertThat(HiveDdl.syncPartitions("lake", "grid", "meters"))
                .isEqualTo("CALL \"lake\".system.sync_partition_metadata('grid', 'meters', 'FULL')");
    }
}
