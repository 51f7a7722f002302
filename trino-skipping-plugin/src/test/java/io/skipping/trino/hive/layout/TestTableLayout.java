// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.layout;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.skipping.partitioner.Column;
import io.skipping.partitioner.ColumnType;
import io.skipping.partitioner.GridModel;
import io.skipping.partitioner.ModelJson;
import io.trino.metastore.HiveType;
import io.trino.plugin.hive.HiveColumnHandle;
import io.trino.plugin.hive.HiveTableHandle;
import io.trino.spi.type.BigintType;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.testng.annotations.Test;

public class TestTableLayout {
    /** Whoever sets a layout may not know of all columns. */
    @Test
    public void testMessagesNameVisibleColumns() {
        HiveTableHandle table = new HiveTableHandle(
                "grid",
                "patients",
                Map.of(),
                List.of(),
                List.of(column("k", 0), column("ssn", 1), column("v", 2)),
                Optional.empty());
        assertThatThrownBy(() -> layout("missing").check(table, column -> !column.equals("ssn")))
                .hasMessageEndingWith("the table's columns are: k, v");
        assertThatThrownBy(() -> layout("k", "missing").check(table, column -> !column.equals("ssn")))
                .hasMessageEndingWith("its data columns are: k, v");
        assertThatThrownBy(() -> layout("missing").check(table))
                .hasMessageEndingWith("the table's columns are: k, ssn, v");
    }

    private static TableLayout layout(String column, String... sortedBy) {
        return new TableLayout(
                ModelJson.write(new GridModel(List.of(new Column(column, ColumnType.BIGINT)), 2, 0)),
                List.of(sortedBy));
    }

    private static HiveColumnHandle column(String name, int position) {
        return HiveColumnHandle.createBaseColumn(
                name,
                position,
                HiveType.HIVE_LONG,
                BigintType.BIGINT,
                HiveColumnHandle.ColumnType.REGULAR,
                Optional.empty());
    }
}
