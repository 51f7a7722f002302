// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.explain;

import static io.trino.spi.type.BigintType.BIGINT;
import static io.trino.spi.type.DoubleType.DOUBLE;
import static io.trino.spi.type.VarcharType.VARCHAR;
import static org.assertj.core.api.Assertions.assertThat;

import io.airlift.slice.Slices;
import io.skipping.index.IndexedColumn;
import io.skipping.index.predicate.Fragments;
import io.skipping.index.predicate.InBoxes;
import io.skipping.index.predicate.Predicate;
import io.skipping.trino.core.value.TrinoKeys;
import io.skipping.trino.core.value.TrinoTypes;
import io.trino.spi.predicate.Range;
import io.trino.spi.predicate.ValueSet;
import io.trino.spi.type.Type;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.testng.annotations.Test;

public class TestDecidableJson {
    private static final IndexedColumn ID = column("id", BIGINT);
    private static final IndexedColumn NOTE = column("note", VARCHAR);
    private static final Predicate SOME = new Predicate.InSet(
            ID,
            TrinoKeys.keys(ValueSet.ofRanges(Range.equal(BIGINT, 1L), range(3, 5)))
                    .orElseThrow());
    private static final Predicate NULL = new Predicate.IsNull(ID);

    private static IndexedColumn column(String name, Type type) {
        return new IndexedColumn(name, TrinoTypes.scalar(type), "0:any");
    }

    private static Range range(long low, long high) {
        return Range.range(BIGINT, low, true, high, true);
    }

    private static Predicate texts(String... texts) {
        return new Fragments(NOTE, Stream.of(texts).map(Slices::utf8Slice).toList());
    }

    private static String json(Predicate... conjuncts) {
        return DecidableJson.of(Predicate.and(List.of(conjuncts)), Optional.empty());
    }

    private static String json(String conditions, String fragments, String shapes, String missing) {
        return "{\"conditions\":{%s},\"fragments\":[%s],\"shapes\":[%s],\"missing\":[%s]}"
                .formatted(conditions, fragments, shapes, missing);
    }

    @Test
    public void testEachForm() {
        assertThat(json(SOME)).isEqualTo(json("\"id\":[1,[3,5]]", "", "", ""));
        assertThat(json(NULL)).isEqualTo(json("", "", "", "\"id\""));
        assertThat(json(texts("abc", "d")))
                .isEqualTo(json("", "{\"column\":\"note\",\"alternatives\":[[\"abc\",\"d\"]]}", "", ""));
        assertThat(json(new InBoxes(
                        List.of(column("x", DOUBLE), column("y", DOUBLE)), List.of(new InBoxes.Box(1, 2, 3, 4)))))
                .isEqualTo(json("\"x\":[[1.0,2.0]],\"y\":[[3.0,4.0]]", "", "[\"x\",\"y\"]", ""));
        assertThat(json(Predicate.UNKNOWN)).isEqualTo(json("", "", "", ""));
        assertThat(DecidableJson.of(Predicate.ALWAYS, Optional.of(new DecidableJson.Top("id", 20, false))))
                .endsWith(",\"top\":{\"column\":\"id\",\"rows\":20,\"ascending\":false}}");
    }

    @Test
    public void testAlternatives() {
        assertThat(json(Predicate.or(List.of(texts("abc"), texts("def")))))
                .isEqualTo(json("", "{\"column\":\"note\",\"alternatives\":[[\"abc\"],[\"def\"]]}", "", ""));
        assertThat(json(Predicate.or(List.of(texts("abc"), SOME))))
                .as("neither decides it alone")
                .isEqualTo(json("", "", "", ""));
        assertThat(json(Predicate.or(List.of(NULL, SOME)))).isEqualTo(json("", "", "", ""));
        assertThat(json(Predicate.or(List.of(NULL, SOME)), texts("abc")))
                .isEqualTo(json("", "{\"column\":\"note\",\"alternatives\":[[\"abc\"]]}", "", ""));
    }
}
