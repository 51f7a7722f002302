// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.command.TableName;
import io.trino.spi.StandardErrorCode;
import java.util.Optional;
import org.testng.annotations.Test;

public class TestSkippingSql {
    private static final SkippingSql SQL = new SkippingSql("la\"ke");

    @Test
    public void testQuoting() {
        TableName table = TableName.of("\"gr'id\".\"m\"\"eters\"");
        assertThat(table).isEqualTo(new TableName("gr'id", "m\"eters"));
        assertThat(SQL.summarize(table, Optional.of("8MB")))
                .isEqualTo(
                        "SELECT event, build, objects, bytes, ranges, rows, index_bytes, object, message FROM TABLE(\"la\"\"ke\".system.summarize(schema_name => 'gr''id', table_name => 'm\"eters', range_size => '8MB'))");
        assertThat(SQL.publish(table, "b'1"))
                .isEqualTo(
                        "CALL \"la\"\"ke\".system.publish_index(schema_name => 'gr''id', table_name => 'm\"eters', build => 'b''1')");
        assertThat(SQL.indexes(table)).endsWith(" FROM \"la\"\"ke\".\"gr'id\".\"m\"\"eters$indexes\"");
        assertThat(SQL.vacuum(table, "1h")).endsWith("older_than => '1h')");
        assertThat(SQL.copy(table, "object-store")).endsWith("from_store => 'object-store')");
    }

    @Test
    public void testErrorCodesAreTrinos() throws Exception {
        for (StandardErrorCode code : StandardErrorCode.values()) {
            try {
                assertThat(TrinoErrors.class.getDeclaredField(code.name()).getInt(null))
                        .as(code.name())
                        .isEqualTo(code.toErrorCode().getCode());
            } catch (NoSuchFieldException _) {
                // one that nothing special is said of
            }
        }
    }
}
