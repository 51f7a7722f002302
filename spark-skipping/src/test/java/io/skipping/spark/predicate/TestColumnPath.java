// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.predicate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
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
            {"place.city", List.of("place", "city"), false, null},
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
        assertThat(ColumnPath.parse("Place.City")).contains(new ColumnPath(List.of("place", "city")));
        assertThat(ColumnPath.parse("Tags['Unit']").orElseThrow().text()).isEqualTo("element_at(tags, 'Unit')");
        assertThat(ColumnPath.parse("ELEMENT_AT(Place.Tags, 5)").orElseThrow().text())
                .isEqualTo("element_at(place.tags, 5)");
    }

    @DataProvider
    public Object[][] others() {
        return new Object[][] {
            {""},
            {"a b"},
            {"\"a b\""},
            {"a."},
            {".a"},
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
            {"CAST(a AS double)"},
            {"a.\"b"},
        };
    }

    @Test(dataProvider = "others")
    public void testTextsThatAreNoPaths(String text) {
        assertThat(ColumnPath.parse(text)).isEmpty();
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
        assertThat(ColumnPath.parse("attrs[5]").orElseThrow().type(columns)).isEmpty();
        assertThat(ColumnPath.parse("tags[5]").orElseThrow().type(columns)).isEmpty();
        // two fields have this name in one case or another
        assertThat(ColumnPath.parse("place.city").orElseThrow().type(columns)).isEmpty();
        assertThat(ColumnPath.parse("tags.lat").orElseThrow().type(columns)).isEmpty();
        assertThat(ColumnPath.parse("elements(place)").orElseThrow().type(columns))
                .isEmpty();
    }
}
