// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.iceberg.handle;

import static io.trino.type.InternalTypeManager.TESTING_TYPE_MANAGER;
import static org.apache.iceberg.types.Types.NestedField.optional;
import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.index.IndexedColumn;
import io.skipping.index.value.ScalarType;
import io.skipping.trino.core.path.ColumnNames;
import io.skipping.trino.core.path.ColumnPaths;
import io.trino.plugin.iceberg.IcebergColumnHandle;
import io.trino.plugin.iceberg.IcebergUtil;
import java.util.List;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types;
import org.testng.annotations.Test;

public class TestIcebergColumns {
    private static final ColumnPaths PATHS = new ColumnPaths(TESTING_TYPE_MANAGER);

    private static Schema schema(String id, String place, String town) {
        return new Schema(
                optional(3, id, Types.LongType.get()),
                optional(
                        5,
                        place,
                        Types.StructType.of(
                                optional(21, town, Types.StringType.get()),
                                optional(
                                        22, "at", Types.StructType.of(optional(23, "Code", Types.IntegerType.get()))))),
                optional(
                        6,
                        "tags",
                        Types.MapType.ofOptional(
                                30,
                                31,
                                Types.StringType.get(),
                                Types.StructType.of(optional(32, "value", Types.StringType.get())))));
    }

    private static List<IcebergColumnHandle> columns(Schema schema) {
        return IcebergUtil.getTopLevelColumns(schema, TESTING_TYPE_MANAGER);
    }

    private static ColumnNames names(Schema schema) {
        return KeptColumns.of(columns(schema), PATHS, TESTING_TYPE_MANAGER.getTypeOperators());
    }

    private static IndexedColumn column(Schema schema, String path) {
        return PATHS.parse(path, IcebergColumns.indexed(columns(schema)))
                .orElseThrow()
                .indexed();
    }

    @Test
    public void testColumns() {
        Schema schema = schema("Id", "place", "town");
        IcebergColumnHandle id = columns(schema).getFirst();
        assertThat(IcebergColumns.HANDLES.isStored(id)).isTrue();
        assertThat(IcebergColumns.HANDLES.isData(id)).isTrue();
        assertThat(IcebergColumns.indexed(id)).isEqualTo(new IndexedColumn("id", ScalarType.BIGINT, "3:iceberg"));
        assertThat(IcebergColumns.path(id).orElseThrow().indexed()).isEqualTo(IcebergColumns.indexed(id));
    }

    @Test
    public void testProjections() {
        Schema schema = schema("id", "place", "town");
        IcebergColumnHandle place = columns(schema).get(1);
        IcebergColumnHandle code = new IcebergColumnHandle(
                place.getBaseColumnIdentity(),
                place.getBaseType(),
                List.of(22, 23),
                io.trino.spi.type.IntegerType.INTEGER,
                true,
                java.util.Optional.empty());
        assertThat(IcebergColumns.HANDLES.isData(code)).isFalse();
        assertThat(IcebergColumns.HANDLES.name(code)).isEqualTo("place.at.Code");
        assertThat(IcebergColumns.path(code).orElseThrow().indexed())
                .isEqualTo(new IndexedColumn("place.at.code", ScalarType.INTEGER, "5:iceberg"));
    }

    @Test
    public void testColumnsOfTheConnectorAreNotStored() {
        for (IcebergColumnHandle column : List.of(
                IcebergColumnHandle.pathColumnHandle(),
                IcebergColumnHandle.partitionColumnHandle(),
                IcebergColumnHandle.fileModifiedTimeColumnHandle())) {
            assertThat(IcebergColumns.HANDLES.isStored(column)).isFalse();
            assertThat(IcebergColumns.HANDLES.isData(column)).isFalse();
            assertThat(IcebergColumns.path(column)).isEmpty();
        }
    }

    @Test
    public void testKeptNames() {
        Schema schema = schema("id", "place", "town");
        assertKept(schema, "id", "#3");
        assertKept(schema, "place.town", "\"#5\".\"#21\"");
        assertKept(schema, "place.at.code", "\"#5\".\"#22\".\"#23\"");
        assertKept(schema, "tags['a'].value", "\"#6\"['a'].\"#32\"");
        assertKept(schema, "element_at(tags, 'a').value", "element_at(\"#6\", 'a').\"#32\"");
        assertKept(schema, "lower(place.town)", "lower(\"#5\".\"#21\")");
        assertKept(schema, "CAST(place.town AS bigint)", "CAST(\"#5\".\"#21\" AS bigint)");
        assertKept(schema, "place", "#5");
    }

    private static void assertKept(Schema schema, String shown, String kept) {
        IndexedColumn column = column(schema, shown);
        IndexedColumn found = names(schema).kept(column).orElseThrow();
        assertThat(found.name()).isEqualTo(kept);
        assertThat(names(schema).shown(found)).contains(column);
    }

    @Test
    public void testRenamedColumnsAreTheSame() {
        Schema before = schema("id", "place", "town");
        Schema after = schema("number", "spot", "city");
        assertThat(names(before).kept(column(before, "place.town")))
                .isEqualTo(names(after).kept(column(after, "spot.city")));
        assertThat(names(before).kept(column(before, "place")))
                .isEqualTo(names(after).kept(column(after, "spot")));
        assertThat(names(after).kept(column(before, "place.town"))).isEmpty();
        assertThat(names(after)
                        .shown(names(before).kept(column(before, "id")).orElseThrow())
                        .map(IndexedColumn::name))
                .contains("number");
    }

    @Test
    public void testOtherColumnsOfTheSameName() {
        Schema before = new Schema(
                optional(1, "a", Types.LongType.get()),
                optional(2, "r", Types.StructType.of(optional(3, "f", Types.LongType.get()))));
        Schema after = new Schema(
                optional(4, "a", Types.LongType.get()),
                optional(2, "r", Types.StructType.of(optional(5, "f", Types.LongType.get()))));
        assertThat(names(after).kept(column(after, "a")))
                .isPresent()
                .isNotEqualTo(names(before).kept(column(before, "a")));
        assertThat(names(after).kept(column(after, "r.f")))
                .isPresent()
                .isNotEqualTo(names(before).kept(column(before, "r.f")));
        assertThat(names(after).shown(names(before).kept(column(before, "r.f")).orElseThrow()))
                .isEmpty();
        assertThat(names(after).shown(names(before).kept(column(before, "a")).orElseThrow()))
                .isEmpty();
    }

    @Test
    public void testPromotedColumnsAreOthers() {
        Schema before = new Schema(optional(1, "a", Types.IntegerType.get()));
        Schema after = new Schema(optional(1, "a", Types.LongType.get()));
        assertThat(names(after).shown(names(before).kept(column(before, "a")).orElseThrow()))
                .isEmpty();
    }
}
