// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

public class TestModelJson {
    private static final String TREE = """
        {"format": "trino-skipping-layout", "version": 1, "partitions": 2,
         "columns": [{"name": "a", "type": "bigint"}],
         "model": {"kind": "kdtree", "tree": [{"column": 0, "from": 5}, 0, 1]}}\
        """;

    /** Models whose files were written when version 1 was new; they must be read for ever, and written the same. */
    @DataProvider
    public Object[][] golden() {
        return new Object[][] {{"grid"}, {"kdtree"}, {"zorder"}, {"hilbert"}};
    }

    @Test(dataProvider = "golden")
    public void testReadsVersion1(String kind) throws IOException {
        String golden = golden(kind);
        LayoutModel model = ModelJson.read(golden);
        assertThat(model.columns())
                .isEqualTo(kind.equals("grid") ? RandomRows.COLUMNS.subList(0, 4) : RandomRows.COLUMNS);
        assertThat(ModelJson.write(model)).isEqualTo(golden);
        RandomRows rows = new RandomRows(1, RandomRows.COLUMNS);
        ArrayRow row = new ArrayRow(RandomRows.COLUMNS.size());
        long fingerprint = 0;
        for (int index = 0; index < 10_000; index++) {
            fingerprint = 31 * fingerprint + model.partition(rows.next(row));
        }
        assertThat(fingerprint).describedAs("records stay where they were").isEqualTo(fingerprint(kind));
    }

    private static String golden(String name) throws IOException {
        try (InputStream file = TestModelJson.class.getResourceAsStream("version1-%s.json".formatted(name))) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8).strip();
        }
    }

    private static long fingerprint(String kind) {
        return switch (kind) {
            case "grid" -> -3016605704027994281L;
            case "kdtree" -> 288433943172906201L;
            case "zorder" -> -4629492280832796151L;
            case "hilbert" -> -5302766060445212207L;
            default -> throw new IllegalArgumentException(kind);
        };
    }

    @Test
    public void testReadsWhatIsDocumented() {
        LayoutModel model = ModelJson.read("""
            {
              "format": "trino-skipping-layout",
              "version": 1,
              "partitions": 4,
              "columns": [{"name": "latitude", "type": "double"}, {"name": "city", "type": "varchar"}],
              "model": {"kind": "kdtree", "tree": [{"column": 0, "from": 46.5}, {"column": 1, "from": "Lyon"}, 0, 1, {"column": 0, "from": 48.8}, 2, 3]}
            }\
            """);
        assertThat(model.partition(new ArrayRow(2).set(0, 45.0).set(1, "Lille")))
                .isEqualTo(0);
        assertThat(model.partition(new ArrayRow(2).set(0, 45.0).set(1, "Lyon"))).isEqualTo(1);
        assertThat(model.partition(new ArrayRow(2).set(0, 46.5))).isEqualTo(2);
        assertThat(model.partition(new ArrayRow(2).set(0, Double.NaN).set(1, "")))
                .isEqualTo(3);
        assertThat(model.partition(new ArrayRow(2)))
                .describedAs("NULL is first")
                .isEqualTo(0);
    }

    /** Files with scales are version 1, too: a reader that is older refuses the field. */
    @Test
    public void testReadsScales() throws IOException {
        String golden = golden("kdtree-scale");
        LayoutModel model = ModelJson.read(golden);
        List<Column> columns = new ArrayList<>(RandomRows.COLUMNS);
        columns.set(0, new Column("bigint", ColumnType.BIGINT, OptionalInt.of(2)));
        assertThat(model.columns()).isEqualTo(columns);
        assertThat(ModelJson.write(model)).isEqualTo(golden);
        assertThat(golden.replace(",\"scale\":2", "")).isEqualTo(golden("kdtree"));
        LayoutModel least = ModelJson.read(TREE.replace("\"bigint\"", "\"bigint\", \"scale\": 0"));
        assertThat(least.columns()).containsExactly(new Column("a", ColumnType.BIGINT, OptionalInt.of(0)));
    }

    @Test
    public void testAModelFitsColumnsOfItsScaleOrOfNone() {
        Column none = new Column("a", ColumnType.BIGINT);
        Column two = new Column("a", ColumnType.BIGINT, OptionalInt.of(2));
        Column four = new Column("a", ColumnType.BIGINT, OptionalInt.of(4));
        assertThat(fits(two, two)).isTrue();
        assertThat(fits(two, none)).as("a sample as CSV").isTrue();
        assertThat(fits(none, two)).as("a model of former times").isTrue();
        assertThat(fits(two, four)).isFalse();
        assertThat(fits(none, new Column("b", ColumnType.BIGINT))).isFalse();
        assertThat(fits(none, new Column("a", ColumnType.DATE))).isFalse();
        assertThat(new GridModel(List.of(two), 4, 0).fits(List.of(two, two))).isFalse();
    }

    private static boolean fits(Column model, Column other) {
        return new GridModel(List.of(model), 4, 0).fits(List.of(other));
    }

    @DataProvider
    public Object[][] refused() {
        return new Object[][] {
            {"", "Not a model"},
            {"[]", "Not a model"},
            {"{", "Not a model"},
            {TREE + "{}", "Not a model"},
            {TREE.replace("trino-skipping-layout", "other"), "its format is \"other\""},
            {TREE.replace("\"version\": 1", "\"version\": 2"), "version 2"},
            {TREE.replace("\"version\": 1,", ""), "version"},
            {TREE.replace("\"version\": 1", "\"version\": 1, \"x\": 0"), "Unknown fields: x"},
            {TREE.replace("\"version\": 1", "\"version\": 1, \"version\": 1"), "Duplicate"},
            {TREE.replace("kdtree", "rtree"), "Unknown kind of model: rtree"},
            {TREE.replace("bigint", "geometry"), "geometry"},
            {TREE.replace("\"bigint\"", "\"bigint\", \"unit\": 1"), "Unknown fields: unit"},
            {TREE.replace("\"bigint\"", "\"bigint\", \"scale\": -1"), "The scale of column a must be 0 to 38: -1"},
            {TREE.replace("\"bigint\"", "\"bigint\", \"scale\": 39"), "The scale of column a must be 0 to 38: 39"},
            {TREE.replace("\"bigint\"", "\"bigint\", \"scale\": \"2\""), "Field scale is not an integer"},
            {TREE.replace("\"bigint\"", "\"bigint\", \"scale\": null"), "Field scale is not an integer"},
            {TREE.replace("\"bigint\"", "\"date\", \"scale\": 2"), "Column a is date, and only a bigint has a scale"},
            {TREE.replace("\"partitions\": 2", "\"partitions\": 0"), "partitions"},
            {TREE.replace("\"partitions\": 2", "\"partitions\": 1"), "Partitions are 0 to 0: 1"},
            {TREE.replace("0, 1]", "0]"), "ends before its last leaf"},
            {TREE.replace("0, 1]", "0, 1, 1]"), "after its end"},
            {TREE.replace("0, 1]", "0, -1]"), "-1"},
            {TREE.replace("\"from\": 5", "\"from\": 5.5"), "Not a bigint"},
            {TREE.replace("\"from\": 5", "\"from\": \"5\""), "Not a bigint"},
            {TREE.replace("\"from\": 5", "\"from\": 9223372036854775808"), "Not a bigint"},
            {TREE.replace("\"column\": 0", "\"column\": 1"), "No column has the number 1"},
            {TREE.replace("{\"name\": \"a\", \"type\": \"bigint\"}", ""), "needs a column"},
        };
    }

    @Test(dataProvider = "refused")
    public void testRefusesOthers(String content, String message) {
        assertThatThrownBy(() -> ModelJson.read(content))
                .isInstanceOf(ModelFormatException.class)
                .hasMessageContaining(message);
    }

    /** Passes a model through a program with another character set. */
    @Test
    public void testAsciiIsTheSameModel() throws IOException {
        String golden = golden("hilbert");
        assertThat(golden).as("has other characters").matches("(?s).*[^\\x00-\\x7F].*");
        String ascii = ModelJson.writeAscii(ModelJson.read(golden));
        assertThat(ascii).matches("[\\x00-\\x7F]*");
        assertThat(ModelJson.write(ModelJson.read(ascii))).isEqualTo(golden);
        assertThat(ModelJson.decode(golden.getBytes(StandardCharsets.UTF_8))).isEqualTo(golden);
        assertThatThrownBy(() -> ModelJson.decode(golden.getBytes(StandardCharsets.UTF_16)))
                .isInstanceOf(ModelFormatException.class)
                .hasMessage("Not a model: its file is not UTF-8");
    }

    @Test
    public void testKeepsOddValues() {
        List<Column> columns = List.of(new Column("x", ColumnType.DOUBLE), new Column("s", ColumnType.VARCHAR));
        byte[] noUtf8 = {'a', (byte) 0xC3};
        KdTreeModel model = new KdTreeModel.Builder(columns, 5)
                .cut(0, Keys.NAN)
                .cut(0, Keys.ofDouble(Double.POSITIVE_INFINITY))
                .cut(0, Keys.ofDouble(Double.NEGATIVE_INFINITY))
                .leaf(0)
                .leaf(1)
                .leaf(2)
                .cut(1, noUtf8)
                .leaf(3)
                .leaf(4)
                .build();
        LayoutModel read = ModelJson.read(ModelJson.write(model));
        for (double value : new double[] {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, -0.0}) {
            for (byte[] text : new byte[][] {{}, {'a'}, noUtf8, {'b'}}) {
                ArrayRow row = new ArrayRow(2).set(0, value).set(1, text);
                assertThat(read.partition(row)).isEqualTo(model.partition(row));
            }
        }
        assertThat(read.partition(new ArrayRow(2).set(0, Double.NaN).set(1, noUtf8)))
                .isEqualTo(4);
        assertThat(read.partition(new ArrayRow(2).set(0, Double.POSITIVE_INFINITY)))
                .isEqualTo(2);
    }
}
