// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.predicate;

import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.index.IndexedColumn;
import io.skipping.index.value.ScalarType;
import io.skipping.spark.predicate.TextCast.Mode;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

public class TestColumnPath {
    @DataProvider
    public Object[][] paths() {
        return new Object[][] {
            {"id", List.of("id"), false, null},
            {"trip distance", List.of("trip distance"), false, null},
            {"größe (m²), no. 1", List.of("größe (m²), no. 1"), false, null},
            {"driver's [x]", List.of("driver's [x]"), false, null},
            {"2026", List.of("2026"), false, null},
            {" a", List.of(" a"), false, null},
            {"place.city", List.of("place", "city"), false, null},
            {"\"trip distance\".km", List.of("trip distance", "km"), false, null},
            {"elements(\"my tags\")", List.of("my tags"), true, null},
            {"element_at(\"my tags\", 'Unit')", List.of("my tags"), false, "Unit"},
            {"place.at.\"odd name\"", List.of("place", "at", "odd name"), false, null},
            {"\"a.b\".\"c\"\"d\"", List.of("a.b", "c\"d"), false, null},
            {"elements(tags)", List.of("tags"), true, null},
            {"elements(place.tags)", List.of("place", "tags"), true, null},
            {"element_at(tags, 'Unit')", List.of("tags"), false, "Unit"},
            {"element_at(place.tags, 'it''s [0], 1)')", List.of("place", "tags"), false, "it's [0], 1)"},
            {"element_at(tags, -7)", List.of("tags"), false, -7L},
        };
    }

    @Test(dataProvider = "paths")
    public void testParse(String text, List<String> names, boolean ofElements, Object key) {
        ColumnPath path = new ColumnPath(names, ofElements, Optional.ofNullable(key));
        assertThat(ColumnPath.parse(text)).contains(path);
        assertThat(path.text()).isEqualTo(text);
    }

    @Test
    public void testParseInAnyCase() {
        assertThat(ColumnPath.parse("Trip Distance")).contains(new ColumnPath(List.of("trip distance")));
        assertThat(ColumnPath.parse("Place.City")).contains(new ColumnPath(List.of("place", "city")));
        assertThat(ColumnPath.parse("Tags['Unit']").orElseThrow().text()).isEqualTo("element_at(tags, 'Unit')");
        assertThat(ColumnPath.parse("ELEMENT_AT(Place.Tags, 5)").orElseThrow().text())
                .isEqualTo("element_at(place.tags, 5)");
    }

    @Test
    public void testParseKeys() {
        ColumnPath path = ColumnPath.ofKeys(List.of("place", "odd name"));
        assertThat(path.text()).isEqualTo("elements(map_keys(place.\"odd name\"))");
        assertThat(ColumnPath.parse(path.text())).contains(path);
        assertThat(ColumnPath.parse("Elements(MAP_KEYS(Attrs))")).contains(ColumnPath.ofKeys(List.of("attrs")));
        assertThat(ColumnPath.parse("map_keys(attrs)")).isEmpty();
    }

    @DataProvider
    public Object[][] casts() {
        return new Object[][] {
            {"CAST(code AS bigint)", "code", ScalarType.BIGINT, Mode.ANSI},
            {"CAST(\"zip code\" AS bigint)", "zip code", ScalarType.BIGINT, Mode.ANSI},
            {"TRY_CAST(place.code AS date)", "place.code", ScalarType.DATE, Mode.TRY},
            {
                "CAST(element_at(tags, 'a AS b)') AS decimal(10,2))",
                "element_at(tags, 'a AS b)')",
                ScalarType.decimal(10, 2),
                Mode.ANSI
            },
        };
    }

    @Test(dataProvider = "casts")
    public void testParseCasts(String text, String of, ScalarType to, Mode mode) {
        ColumnPath path = ColumnPath.parse(of).orElseThrow().as(new TextCast(to, mode));
        assertThat(ColumnPath.parse(text)).contains(path);
        assertThat(path.text()).isEqualTo(text);
        assertThat(ColumnPath.parse(text.toLowerCase(Locale.ENGLISH).replace("b)')", "B)')")))
                .hasValueSatisfying(lower -> assertThat(lower.cast()).isEqualTo(path.cast()));
    }

    @Test
    public void testParseNamesOfTypesInSpark() {
        assertThat(ColumnPath.parse("cast(code as INT)").orElseThrow().text()).isEqualTo("CAST(code AS integer)");
        assertThat(ColumnPath.parse("cast(code as float)").orElseThrow().text()).isEqualTo("CAST(code AS real)");
        assertThat(ColumnPath.parse("cast(code as decimal(9, 2))").orElseThrow().text())
                .isEqualTo("CAST(code AS decimal(9,2))");
    }

    @DataProvider
    public Object[][] others() {
        return new Object[][] {
            {""},
            {"\"a b\""},
            {"\"a\""},
            {"a."},
            {"a.b c"},
            {"a(b) c"},
            {"a[b] c"},
            {"a..b"},
            {"lower(a)"},
            {"lower(a).b"},
            {"elements(lower(a))"},
            {"elements(a"},
            {"element_at(element_at(m, 'k'), 'k')"},
            {"element_at(m, 'k"},
            {"element_at(m, k)"},
            {"m['k'].a"},
            {"lower(a)['k']"},
            {"CAST(a AS timestamp(3))"},
            {"CAST(a AS varchar)"},
            {"CAST(a double)"},
            {"CAST(elements(a) AS double)"},
            {"elements(CAST(a AS double))"},
            {"CAST(CAST(a AS double) AS integer)"},
            {"a.\"b"},
        };
    }

    @Test(dataProvider = "others")
    public void testTextsThatAreNoPaths(String text) {
        assertThat(ColumnPath.parse(text)).isEmpty();
    }

    /** Columns whose names look like other paths have no index: their text would be that of something else. */
    @Test
    public void testColumnsNamedAsOtherPaths() {
        for (String name : List.of("a.b", "lower(a)", "a[1]", "\"a\"", "elements(a)")) {
            String text = new ColumnPath(List.of(name)).text();
            assertThat(ColumnPath.parse(text)).as(name).isEmpty();
        }
        assertThat(IndexedColumns.path(column("a.b", "3:bigint"))).isEmpty();
        assertThat(IndexedColumns.path(column("a b", "3:bigint"))).contains(new ColumnPath(List.of("a b")));
    }

    @DataProvider
    public Object[][] hiveTypes() {
        return new Object[][] {
            {"a", "bigint", "bigint"},
            {"a.b", "struct<b:bigint,c:string>", "bigint"},
            {"a.c", "struct<b:decimal(10,2),C:string>", "string"},
            {"a.c.d", "struct<b:map<int,int>,c:struct<d:decimal(10,2),e:int>>", "decimal(10,2)"},
            {"elements(a)", "array<string>", "string"},
            {"elements(a.b)", "struct<b:array<date>>", "date"},
            {"a['k']", "map<string,struct<b:int>>", "struct<b:int>"},
            {"a.b[5]", "struct<b:map<bigint,decimal(10,2)>>", "decimal(10,2)"},
            {"a[5]", "map<int,string>", "string"},
            {"a[5]", "map<string,string>", null},
            {"a['k']", "map<int,string>", null},
            {"a['k']", "array<string>", null},
            {"elements(map_keys(a))", "map<string,struct<b:int>>", "string"},
            {"elements(map_keys(a.b))", "struct<b:map<decimal(10,2),int>>", "decimal(10,2)"},
            {"elements(map_keys(a))", "array<string>", null},
            {"a.b", "bigint", null},
            {"a.b", "struct<c:bigint>", null},
            {"a.b", "struct<b:bigint,B:bigint>", null},
            {"a.b", "array<struct<b:bigint>>", null},
            {"elements(a)", "string", null},
        };
    }

    @Test(dataProvider = "hiveTypes")
    public void testTypeInHive(String path, String columnType, String expected) {
        assertThat(HiveTypes.at(ColumnPath.parse(path).orElseThrow(), columnType)
                        .orElse(null))
                .isEqualTo(expected);
    }

    /** Columns of casts are those of this release of Spark, and no others. */
    @Test
    public void testCastsOfOthers() {
        for (Mode mode : Mode.values()) {
            String name = (mode == Mode.TRY ? "TRY_" : "") + "CAST(code AS bigint)";
            assertThat(IndexedColumns.path(column(name, "3:string" + mode.suffix())))
                    .contains(new ColumnPath(List.of("code")).as(new TextCast(ScalarType.BIGINT, mode)));
        }
        for (String origin : List.of(
                "3:string",
                "3:string:or null",
                "3:string:spark/1.0/ansi",
                "3:string" + Mode.TRY.suffix(),
                "3:bigint" + Mode.ANSI.suffix())) {
            assertThat(IndexedColumns.path(column("CAST(code AS bigint)", origin)))
                    .as(origin)
                    .isEmpty();
        }
    }

    private static IndexedColumn column(String name, String origin) {
        return new IndexedColumn(name, ScalarType.BIGINT, origin);
    }

    @Test
    public void testTypeInSpark() {
        StructType columns = new StructType()
                .add(
                        "Place",
                        new StructType()
                                .add("City", "string")
                                .add("city", "int")
                                .add("Lat", "double"))
                .add("tags", DataTypes.createArrayType(DataTypes.StringType))
                .add("attrs", DataTypes.createMapType(DataTypes.StringType, DataTypes.LongType));
        assertThat(ColumnPath.parse("place.lat").orElseThrow().type(columns)).contains(DataTypes.DoubleType);
        assertThat(ColumnPath.parse("elements(tags)").orElseThrow().type(columns))
                .contains(DataTypes.StringType);
        assertThat(ColumnPath.parse("attrs['k']").orElseThrow().type(columns)).contains(DataTypes.LongType);
        assertThat(ColumnPath.parse("elements(map_keys(attrs))").orElseThrow().type(columns))
                .contains(DataTypes.StringType);
        assertThat(ColumnPath.parse("elements(map_keys(tags))").orElseThrow().type(columns))
                .isEmpty();
        assertThat(ColumnPath.parse("attrs[5]").orElseThrow().type(columns)).isEmpty();
        assertThat(ColumnPath.parse("tags[5]").orElseThrow().type(columns)).isEmpty();
        assertThat(ColumnPath.parse("CAST(elements(tags) AS int)")).isEmpty();
        assertThat(ColumnPath.parse("CAST(attrs['k'] AS double)").orElseThrow().type(columns))
                .isEmpty();
        // two fields have this name in one case or another
        assertThat(ColumnPath.parse("place.city").orElseThrow().type(columns)).isEmpty();
        assertThat(ColumnPath.parse("tags.lat").orElseThrow().type(columns)).isEmpty();
        assertThat(ColumnPath.parse("elements(place)").orElseThrow().type(columns))
                .isEmpty();
    }
}
