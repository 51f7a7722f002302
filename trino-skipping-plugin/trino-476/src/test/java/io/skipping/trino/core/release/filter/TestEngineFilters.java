// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.release.filter;

import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.trino.core.engine.EngineFilter;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.Constraint;
import io.trino.spi.predicate.NullableValue;
import io.trino.spi.predicate.TupleDomain;
import io.trino.testing.TestingConnectorSession;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.testng.annotations.Test;

/** Filters that are not the engine's; {@code TestFilterFunctions} and {@code TestBlankCells} have those that are. */
public class TestEngineFilters {
    @Test
    public void testOfAFilterThatCannotBeReadNothingIsKnown() {
        Object captured = "something else";
        assertThat(read(_ -> true)).isEmpty();
        assertThat(read(captured::equals)).isEmpty();
        assertThat(of(Constraint.alwaysTrue())).isEmpty();
    }

    private static Optional<EngineFilter> read(Predicate<Map<ColumnHandle, NullableValue>> filter) {
        return of(new Constraint(TupleDomain.all(), filter, Set.of()));
    }

    private static Optional<EngineFilter> of(Constraint constraint) {
        return new EngineFilters().of(TestingConnectorSession.SESSION, constraint);
    }
}
