// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.scan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Predicate;
import org.testng.annotations.Test;

/** Filters that are not the engine's; {@code TestFilterFunctions} has those that are. */
public class TestEngineFilter {
    @Test
    public void ofAFilterThatCannotBeReadNothingIsKnown() {
        Predicate<Object> nothing = _ -> true;
        Object captured = "something else";
        Predicate<Object> something = captured::equals;
        assertThat(EngineFilter.disputedColumns(nothing)).isEmpty();
        assertThat(EngineFilter.disputedColumns(something)).isEmpty();
    }
}
