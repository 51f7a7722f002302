// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.index;

import static io.trino.type.InternalTypeManager.TESTING_TYPE_MANAGER;
import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.index.type.IndexTypes;
import io.skipping.index.value.ScalarType;
import io.skipping.trino.core.path.ColumnPaths;
import io.skipping.trino.hive.handle.HiveColumns;
import io.trino.metastore.HiveType;
import io.trino.plugin.hive.HiveColumnHandle;
import io.trino.spi.type.ArrayType;
import io.trino.spi.type.Type;
import io.trino.spi.type.VarcharType;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.testng.annotations.Test;

public class TestTableDefinitions {
    private final TableDefinitions definitions = new TableDefinitions(
            new ColumnPaths(TESTING_TYPE_MANAGER), IndexTypes.load(TestTableDefinitions.class.getClassLoader()));

    /** A request outlives its column's type, and must not make each build fail. */
    @Test
    public void testRequestsThatNoLongerFitTheirColumn() {
        IndexDefinition values = request("values");
        assertThat(names(VarcharType.VARCHAR, values)).containsExactly("values(tags)");
        assertThat(names(new ArrayType(VarcharType.VARCHAR), values)).isEmpty();
    }

    /** Says what to do: the type may be that of a jar which is missing on this server alone. */
    @Test
    public void testRequestsOfUnknownTypesRemain() {
        assertThat(names(VarcharType.VARCHAR, request("elsewhere"))).containsExactly("elsewhere(tags)");
    }

    private List<String> names(Type type, IndexDefinition... requested) {
        HiveColumnHandle column = new HiveColumnHandle(
                "tags",
                0,
                HiveType.HIVE_STRING,
                type,
                Optional.empty(),
                HiveColumnHandle.ColumnType.REGULAR,
                Optional.empty());
        List<IndexedColumn> columns = HiveColumns.indexed(List.of(column));
        List<IndexDefinition> next = definitions.of(columns, List.of(requested), false, List.of(), _ -> List.of());
        assertThat(definitions.buildable(columns, List.of(requested)))
                .as("a rewrite does not wait for what no build makes")
                .isEqualTo(next);
        return next.stream().map(IndexDefinition::name).toList();
    }

    private static IndexDefinition request(String type) {
        return new IndexDefinition(type, List.of(new IndexedColumn("tags", ScalarType.VARCHAR, "0")), Map.of());
    }
}
