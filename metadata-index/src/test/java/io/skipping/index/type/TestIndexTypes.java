// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import static io.skipping.index.value.ScalarType.BIGINT;
import static io.skipping.index.value.ScalarType.VARCHAR;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import com.google.common.collect.ImmutableMap;
import io.skipping.index.type.nulls.NullsIndexType;
import io.skipping.index.value.ScalarType;
import java.util.List;
import java.util.Map;
import org.testng.annotations.Test;

public class TestIndexTypes {
    private final IndexTypes indexTypes = IndexTypes.load(getClass().getClassLoader());

    @Test
    public void testBuiltIn() {
        assertThat(indexTypes.all())
                .extracting(IndexType::name)
                .containsExactly("bbox", "bloom", "gaps", "minmax", "ngram", "nulls", "prefix", "ranks", "values");
        assertThat(indexTypes.all())
                .allSatisfy(type -> assertThat(type.description()).isNotEmpty());
    }

    @Test
    public void testUnknownName() {
        assertThat(indexTypes.find("min_max")).isEmpty();
        assertThatThrownBy(() -> indexTypes.get("min_max"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "There is no index type 'min_max'; there are: bbox, bloom, gaps, minmax, ngram, nulls, prefix, ranks, values");
    }

    @Test
    public void testDuplicateName() {
        assertThatThrownBy(() -> new IndexTypes(List.of(new NullsIndexType(), new NullsIndexType())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Two index types have the name nulls")
                .hasMessageContaining(NullsIndexType.class.getName());
    }

    @Test
    public void testCheck() {
        List<ScalarType> refused =
                List.of(ScalarType.other("array(bigint)"), ScalarType.other("timestamp(3) with time zone"));
        for (IndexType indexType : indexTypes.all()) {
            ScalarType taken = List.of("gaps", "ranks").contains(indexType.name()) ? BIGINT : VARCHAR;
            indexType.check(List.of(taken), ImmutableMap.of());
            for (ScalarType type : refused) {
                assertThatThrownBy(() -> indexType.check(List.of(type), ImmutableMap.of()))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageStartingWith("An index of type %s cannot be made over a column of type %s"
                                .formatted(indexType.name(), type));
            }
            assertThatThrownBy(() -> indexType.check(List.of(BIGINT, BIGINT), ImmutableMap.of()))
                    .hasMessageContaining(
                            indexType.name().equals("bbox") ? "must be of type double" : "over exactly one column");
            assertThatThrownBy(() -> indexType.check(List.of(taken), ImmutableMap.of("colour", "red")))
                    .hasMessageStartingWith("An index of type %s has no option colour".formatted(indexType.name()));
        }
        assertThatThrownBy(() -> indexTypes.get("minmax").check(List.of(VARCHAR), ImmutableMap.of("truncate", "0")))
                .hasMessage(
                        "Option truncate of an index of type minmax must be a whole number from 1 to 65536, not '0'");
        assertThatThrownBy(() -> indexTypes.get("bloom").check(List.of(VARCHAR), ImmutableMap.of("fpp", "few")))
                .hasMessageContaining("Option fpp of an index of type bloom must be a number");
        assertThatThrownBy(() -> indexTypes.get("values").check(List.of(VARCHAR), ImmutableMap.of("limit", "-1")))
                .hasMessageContaining("Option limit of an index of type values");
    }

    /** Explanations propose these options, so an index can have them, and at last there are none with more room. */
    @Test
    public void testRoomierOptionsAreValid() {
        for (IndexType indexType : indexTypes.all()) {
            List<ScalarType> columns = List.of(List.of("gaps", "ranks").contains(indexType.name()) ? BIGINT : VARCHAR);
            Map<String, String> options = indexType.roomier(ImmutableMap.of());
            for (int times = 0; !options.isEmpty(); times++) {
                assertThat(times)
                        .as("times that %s gets more room", indexType.name())
                        .isLessThan(10);
                indexType.check(columns, options);
                options = indexType.roomier(options);
            }
        }
        assertThat(indexTypes.get("bloom").roomier(Map.of("fpp", "0.1", "budget_percent", "0.7")))
                .containsOnly(entry("fpp", "0.1"), entry("budget_percent", "7"), entry("max_bytes", "10485760"));
        assertThat(indexTypes.get("values").roomier(Map.of("limit", " 200000 ")))
                .as("no more than may be")
                .containsOnly(entry("limit", "1000000"), entry("max_bytes", "655360"));
        assertThat(indexTypes.get("ngram").roomier(Map.of("budget_percent", "100", "max_bytes", "16777216")))
                .isEmpty();
        assertThat(indexTypes.get("minmax").roomier(Map.of())).isEmpty();
    }
}
