// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.summarize;

import static io.airlift.slice.Slices.utf8Slice;
import static io.trino.spi.type.VarcharType.VARCHAR;
import static io.trino.type.InternalTypeManager.TESTING_TYPE_MANAGER;
import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.index.value.BytesVector;
import io.skipping.index.value.LongVector;
import io.skipping.index.value.ScalarType;
import io.skipping.index.value.ValueVector;
import io.skipping.trino.core.path.ColumnPath;
import io.skipping.trino.core.path.ColumnPaths;
import io.trino.spi.Page;
import io.trino.spi.block.Block;
import io.trino.spi.block.BlockBuilder;
import io.trino.spi.connector.SourcePage;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.testng.annotations.Test;

public class TestPathValues {
    private static final IndexedColumn TEXT = new IndexedColumn("c", ScalarType.VARCHAR, "0:string");

    private final ColumnPaths paths = new ColumnPaths(TESTING_TYPE_MANAGER);

    @Test
    public void testWhatIsNotKnownOfOnePageIsNotKnownOfTheNext() {
        SummaryColumns columns = SummaryColumns.of(
                Stream.of("c", "CAST(c AS bigint)", "CAST(c AS date)", "IF(TRY_CAST(c AS date) IS NULL, c)")
                        .map(path -> new IndexDefinition("minmax", List.of(column(path)), Map.of()))
                        .toList(),
                paths,
                List.of(TEXT));
        assertThat(columns.indexed())
                .extracting(IndexedColumn::type)
                .containsExactly(ScalarType.VARCHAR, ScalarType.BIGINT, ScalarType.DATE, ScalarType.VARCHAR);
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
    public void testPathsFromAColumnThatCannotBeUsedAreUnknown() {
        IndexedColumn other = new IndexedColumn("d", ScalarType.VARCHAR, "1:string");
        List<IndexedColumn> table = List.of(TEXT, other);
        SummaryColumns columns = SummaryColumns.of(
                Stream.of("c", "CAST(c AS bigint)", "d")
                        .map(path -> paths.parse(path, table)
                                .map(ColumnPath::indexed)
                                .orElseThrow())
                        .map(column -> new IndexDefinition("minmax", List.of(column), Map.of()))
                        .toList(),
                paths,
                table);

        PathValues range =
                new PathValues(columns, block -> !VARCHAR.getSlice(block, 0).equals(utf8Slice("unusable")));
        assertThat(known(range, "1", "2")).containsExactly(true, true, true);
        assertThat(known(range, "unusable", "2")).containsExactly(false, false, true);
        assertThat(known(range, "1", "2")).as("the next page").containsExactly(false, false, true);
        assertThat(known(range, "1", "unusable")).containsExactly(false, false, false);
    }

    @Test
    public void testTextThatDoesNotCastStandsBesideWhatCasts() {
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
        List<Optional<ValueVector>> values = new PathValues(columns).next(SourcePage.create(new Page(builder.build())));
        LongVector numbers = (LongVector) values.get(0).orElseThrow();
        assertThat(values(numbers, value -> numbers.keys()[value])).containsExactly(7L, null, null, null);
        BytesVector texts = (BytesVector) values.get(1).orElseThrow();
        assertThat(values(texts, value -> texts.slice(value).toStringUtf8())).containsExactly(null, "", null, "seven");
    }

    /** The values of the rows, null for NULL. */
    private static <T> List<T> values(ValueVector vector, IntFunction<T> listed) {
        return IntStream.range(0, vector.rowCount())
                .map(vector::value)
                .mapToObj(value -> value < 0 ? null : listed.apply(value))
                .collect(Collectors.toList());
    }

    private IndexedColumn column(String path) {
        return paths.parse(path, List.of(TEXT)).map(ColumnPath::indexed).orElseThrow();
    }

    /** @param texts the values of one row */
    private static List<Boolean> known(PathValues range, String... texts) {
        Block[] blocks = Stream.of(texts)
                .map(text -> {
                    BlockBuilder builder = VARCHAR.createBlockBuilder(null, 1);
                    VARCHAR.writeSlice(builder, utf8Slice(text));
                    return builder.build();
                })
                .toArray(Block[]::new);
        return range.next(SourcePage.create(new Page(blocks))).stream()
                .map(Optional::isPresent)
                .toList();
    }
}
