// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type.nulls;

import static io.skipping.index.predicate.Verdict.CANNOT_MATCH;
import static io.skipping.index.predicate.Verdict.MAY_MATCH;
import static io.skipping.index.predicate.Verdict.MUST_MATCH;
import static io.skipping.index.value.ScalarType.BIGINT;
import static io.skipping.index.value.ScalarType.DOUBLE;
import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.index.type.FooterStatistics;
import io.skipping.index.type.RangeFixture;
import java.util.Optional;
import org.testng.annotations.Test;

public class TestNullsIndexType {
    private static final RangeFixture NUMBERS = new RangeFixture("nulls", BIGINT)
            .range("noNulls", 1L, 2L)
            .range("someNulls", 1L, null)
            .range("allNulls", null, null)
            .range("noRows")
            .footer("fromFooter", new FooterStatistics(5, 5, Optional.empty(), Optional.empty()))
            .noStats("noStats", 5);

    @Test
    public void testIsNull() {
        assertThat(NUMBERS.isNull())
                .containsEntry("noNulls", CANNOT_MATCH)
                .containsEntry("someNulls", MAY_MATCH)
                .containsEntry("allNulls", MUST_MATCH)
                .containsEntry("noRows", CANNOT_MATCH)
                .containsEntry("fromFooter", MUST_MATCH)
                .containsEntry("noStats", MAY_MATCH);
    }

    @Test
    public void testIsNotNull() {
        assertThat(NUMBERS.isNotNull())
                .containsEntry("noNulls", MUST_MATCH)
                .containsEntry("someNulls", MAY_MATCH)
                .containsEntry("allNulls", CANNOT_MATCH)
                .containsEntry("noRows", CANNOT_MATCH)
                .containsEntry("noStats", MAY_MATCH);
        assertThat(new RangeFixture("nulls", DOUBLE).range("maybeNan", 1.0).isNotNull())
                .as("a set of all values may stand for comparisons that a NaN fails, and NaNs are not counted")
                .containsEntry("maybeNan", MAY_MATCH);
    }

    @Test
    public void testComparison() {
        assertThat(NUMBERS.equal(1L))
                .as("NULL = 1 is not true; of other values nothing is known")
                .containsEntry("noNulls", MAY_MATCH)
                .containsEntry("allNulls", CANNOT_MATCH)
                .containsEntry("noStats", MAY_MATCH);
    }
}
