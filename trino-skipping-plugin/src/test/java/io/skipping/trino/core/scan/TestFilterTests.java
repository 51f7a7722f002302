// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.scan;

import static io.trino.spi.type.BigintType.BIGINT;
import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.index.IndexedColumn;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.value.Key;
import io.skipping.index.value.ScalarType;
import io.skipping.trino.core.engine.EngineFilter;
import io.skipping.trino.core.path.ColumnHandles;
import io.trino.spi.connector.ColumnHandle;
import java.lang.reflect.Proxy;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.testng.annotations.Test;

public class TestFilterTests {
    private static final ColumnHandle COLUMN = new ColumnHandle() {};

    /** Each evaluation visits the whole filter, which may have long lists of values on other columns. */
    @Test
    public void testALongFilterIsEvaluatedForFewerValues() {
        assertThat(valuesTested(5)).isEqualTo(10_000);
        assertThat(valuesTested(200)).isEqualTo(10_000);
        assertThat(valuesTested(10_000)).isEqualTo(200);
        assertThat(valuesTested(3_000_000)).isZero();
    }

    /** Returns how many of 20,000 values a filter was asked for that lets none pass; all others pass. */
    private static long valuesTested(int size) {
        EngineFilter filter = proxy(EngineFilter.class, name -> switch (name) {
            case "size" -> size;
            case "columns" -> Set.of(COLUMN);
            case "mayPass" -> false;
            default -> Set.of();
        });
        ColumnHandles handles = proxy(ColumnHandles.class, name -> switch (name) {
            case "isData" -> true;
            case "type" -> BIGINT;
            case "indexed" -> new IndexedColumn("n", ScalarType.BIGINT, "0");
            default -> throw new UnsupportedOperationException(name);
        });
        Predicate.Passing passing = (Predicate.Passing) FilterTests.of(filter, ScanDemand.NOTHING, handles);
        return LongStream.range(0, 20_000)
                .filter(value -> !passing.test().mayPass(Optional.of(Key.of(value))))
                .count();
    }

    private static <T> T proxy(Class<T> type, Function<String, Object> answers) {
        return type.cast(Proxy.newProxyInstance(
                TestFilterTests.class.getClassLoader(),
                new Class<?>[] {type},
                (_, method, _) -> answers.apply(method.getName())));
    }
}
