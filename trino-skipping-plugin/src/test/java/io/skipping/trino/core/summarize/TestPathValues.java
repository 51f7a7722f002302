// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.summarize;

import static io.airlift.slice.Slices.utf8Slice;
import static io.trino.spi.type.BigintType.BIGINT;
import static io.trino.spi.type.DateType.DATE;
import static io.trino.spi.type.VarcharType.VARCHAR;
import static io.trino.type.InternalTypeManager.TESTING_TYPE_MANAGER;
import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.trino.core.path.ColumnPath;
import io.skipping.trino.core.path.ColumnPaths;
import io.trino.spi.Page;
import io.trino.spi.block.Block;
import io.trino.spi.block.BlockBuilder;
import io.trino.spi.connector.SourcePage;
import io.trino.spi.type.Type;
import io.trino.spi.type.TypeUtils;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.testng.annotations.Test;

public class TestPathValues {
    private static final IndexedColumn TEXT = new IndexedColumn("c", VARCHAR, "0:string");

    private final ColumnPaths paths = new ColumnPaths(TESTING_TYPE_MANAGER);

    @Test
    public void whatIsNotKnownOfOnePageIsNotKnownOfTheNext() {
        SummaryColumns columns = SummaryColumns.of(
                Stream.of("c", "CAST(c AS bigint)", "CAST(c AS date)", "IF(TRY_CAST(c AS date) IS NULL, c)")
                        .map(path -> new IndexDefinition("minmax", List.of(column(path)), Map.of()))
                        .toList(),
                paths,
                List.of(TEXT));
        assertThat(columns.indexed()).extracting(IndexedColumn::type).containsExactly(VARCHAR, BIGINT, DATE, VARCHAR);
        assertThat(columns.columns()).containsExactly(TEXT);

        PathValues range = new PathValues(columns);
        assertThat(known(range, "2020-01-31")).containsExactly(true, true, true, true);
        assertThat(known(range, "two")).as("text that does not cast").containsExactly(true, true, true, true);
        assertThat(known(range, "2020-2-3"))
                .as("text of which only the engine knows what it makes of it")
                .containsExactly(true, true, false, false);
        assertThat(known(range, "2020-01-31")).as("a date again").containsExactly(true, true, false, false);
        assertThat(known(new PathValues(columns), "2020-01-31"))
                .as("another range")
                .containsExactly(true, true, true, true);
    }

    @Test
    public void textThatDoesNotCastStandsBesideWhatCasts() {
        SummaryColumns columns = SummaryColumns.of(
                Stream.of("CAST(c AS bigint)", "IF(TRY_CAST(c AS bigint) IS NULL, c)")
                        .map(path -> new IndexDefinition("minmax", List.of(column(path)), Map.of()))
                        .toList(),
                paths,
                List.of(TEXT));
        BlockBuilder builder = VARCHAR.createBlockBuilder(null, 4);
        VARCHAR.writeSlice(builder, utf8Slice("7"));
        VARCHAR.writeSlice(builder, utf8Slice(""));
        builder.appendNull();
        VARCHAR.writeSlice(builder, utf8Slice("seven"));
        List<Optional<Block>> values = new PathValues(columns).next(SourcePage.create(new Page(builder.build())));
        assertThat(values(BIGINT, values.get(0).orElseThrow())).containsExactly(7L, null, null, null);
        assertThat(values(VARCHAR, values.get(1).orElseThrow()))
                .containsExactly(null, utf8Slice(""), null, utf8Slice("seven"));
    }

    private static List<Object> values(Type type, Block block) {
        return IntStream.range(0, block.getPositionCount())
                .mapToObj(position -> TypeUtils.readNativeValue(type, block, position))
                .collect(Collectors.toList());
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
