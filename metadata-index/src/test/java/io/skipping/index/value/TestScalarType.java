// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.skipping.index.predicate.RandomValues;
import io.skipping.index.value.ScalarType.KeyForm;
import io.skipping.index.value.ScalarType.Kind;
import io.trino.spi.type.FixedWidthType;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.testng.annotations.Test;

public class TestScalarType {
    private static List<ScalarType> types() {
        return Stream.of(
                        RandomValues.TYPES.stream(),
                        IntStream.rangeClosed(1, 38)
                                .mapToObj(precision -> ScalarType.decimal(precision, precision / 2)),
                        IntStream.rangeClosed(0, 12).mapToObj(ScalarType::timestamp),
                        Stream.of(0, 1, 7, Integer.MAX_VALUE - 1).map(ScalarType::varchar),
                        Stream.of(0, 1, 65_536).map(ScalarType::character))
                .flatMap(types -> types)
                .toList();
    }

    @Test
    public void testTextIsReadBack() {
        for (ScalarType type : types()) {
            // longer than a length of text is said with
            if (type.precision() < 1_000_000_000 || type.equals(ScalarType.VARCHAR)) {
                assertThat(ScalarType.parse(type.toString())).isEqualTo(type).hasSameHashCodeAs(type);
                assertThat(ScalarType.parse(type.toString()).form()).isEqualTo(type.form());
            }
        }
        assertThat(ScalarType.parse("decimal(10, 2)")).isEqualTo(ScalarType.decimal(10, 2));
        assertThat(ScalarType.varchar(Integer.MAX_VALUE)).isSameAs(ScalarType.VARCHAR);
    }

    @Test
    public void testTextIsTrinos() {
        for (ScalarType type : types()) {
            assertThat(type.toString()).isEqualTo(TrinoValues.type(type).getDisplayName());
        }
    }

    @Test
    public void testOtherTypesHaveNoKeys() {
        for (String text : List.of(
                "",
                "array(bigint)",
                "timestamp(3) with time zone",
                "timestamp(13)",
                "timestamp",
                "timestamp(3,1)",
                "time(3)",
                "timestamp(9) with time zone",
                "decimal(39,2)",
                "decimal(5,6)",
                "decimal(5)",
                "decimal(0,0)",
                "varchar(1,2)",
                "char",
                "char(-1)",
                "Bigint",
                "bigint ",
                "decimal(99999999999,2)",
                "row(a bigint)")) {
            ScalarType type = ScalarType.parse(text);
            assertThat(type.kind()).as(text).isEqualTo(Kind.OTHER);
            assertThat(type.hasKeys()).isFalse();
            assertThat(type).hasToString(text).isEqualTo(ScalarType.other(text));
            assertThatThrownBy(type::form)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining(text);
        }
        assertThat(ScalarType.other("bigint")).isNotEqualTo(ScalarType.BIGINT);
    }

    @Test
    public void testForms() {
        assertThat(ScalarType.decimal(18, 0).form()).isEqualTo(KeyForm.LONG);
        assertThat(ScalarType.decimal(19, 0).form()).isEqualTo(KeyForm.WIDE);
        assertThat(ScalarType.timestamp(6).form()).isEqualTo(KeyForm.LONG);
        assertThat(ScalarType.timestamp(7).form()).isEqualTo(KeyForm.WIDE);
        assertThat(ScalarType.character(3).form()).isEqualTo(KeyForm.BYTES);
        assertThat(ScalarType.DATE.form()).isEqualTo(KeyForm.LONG);
    }

    @Test
    public void testSizesAreTrinos() {
        for (ScalarType type : types()) {
            if (type.form() == KeyForm.BYTES) {
                assertThatThrownBy(type::fixedBytes).isInstanceOf(IllegalStateException.class);
            } else {
                assertThat(type.fixedBytes()).isEqualTo(((FixedWidthType) TrinoValues.type(type)).getFixedSize());
            }
        }
    }

    @Test
    public void testParametersAreChecked() {
        assertThatThrownBy(() -> ScalarType.decimal(39, 0)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ScalarType.decimal(3, 4)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ScalarType.timestamp(13)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ScalarType.varchar(-1)).isInstanceOf(IllegalArgumentException.class);
    }
}
