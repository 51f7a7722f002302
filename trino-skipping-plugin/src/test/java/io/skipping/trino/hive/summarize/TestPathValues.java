// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.summarize;

import static io.airlift.slice.Slices.utf8Slice;
import static io.trino.spi.type.BigintType.BIGINT;
import static io.trino.spi.type.DoubleType.DOUBLE;
import static io.trino.spi.type.VarcharType.VARCHAR;
import static io.trino.type.InternalTypeManager.TESTING_TYPE_MANAGER;
import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.trino.hive.path.ColumnPath;
import io.skipping.trino.hive.path.ColumnPaths;
import io.trino.metastore.HiveType;
import io.trino.plugin.hive.HiveColumnHandle;
import io.trino.spi.Page;
import io.trino.spi.block.BlockBuilder;
import io.trino.spi.connector.SourcePage;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.testng.annotations.Test;

public class TestPathValues {
    private static final HiveColumnHandle TEXT = HiveColumnHandle.createBaseColumn(
            "c", 0, HiveType.HIVE_STRING, VARCHAR, HiveColumnHandle.ColumnType.REGULAR, Optional.empty());

    private final ColumnPaths paths = new ColumnPaths(TESTING_TYPE_MANAGER);

    @Test
    public void whatIsNotKnownOfOnePageIsNotKnownOfTheNext() {
        SummaryColumns columns = SummaryColumns.of(
                Stream.of("c", "CAST(c AS bigint)", "CAST(c AS double)")
                        .map(path -> new IndexDefinition("minmax", List.of(column(path)), Map.of()))
                        .toList(),
                paths,
                List.of(TEXT));
        assertThat(columns.indexed()).extracting(IndexedColumn::type).containsExactly(VARCHAR, BIGINT, DOUBLE);
        assertThat(columns.handles()).containsExactly(TEXT);

        PathValues range = new PathValues(columns);
        assertThat(known(range, "1")).containsExactly(true, true, true);
        assertThat(known(range, "1.5")).containsExactly(true, false, true);
        assertThat(known(range, "2")).as("a number again").containsExactly(true, false, true);
        assertThat(known(range, "two")).containsExactly(true, false, false);
        assertThat(known(range, "3")).containsExactly(true, false, false);
        assertThat(known(new PathValues(columns), "3")).as("another range").containsExactly(true, true, true);
    }

    private IndexedColumn column(String path) {
        return paths.parse(path, List.of(TEXT)).map(ColumnPath::indexed).orElseThrow();
    }

    private static List<Boolean> known(PathValues range, String text) {
        BlockBuilder builder = VARCHAR.createBlockBuilder(null, 1);
        VARCHAR.writeSlice(builder, utf8Slice(text));
        return range.next(SourcePage.create(new Page(builder.build()))).stream()
                .map(Optional::isPresent)
                .toList();
    }
}
