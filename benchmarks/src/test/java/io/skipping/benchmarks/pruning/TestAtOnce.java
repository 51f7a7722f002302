// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.pruning;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.testng.annotations.Test;

public class TestAtOnce {
    @Test
    public void testRowsOfEachQuestion() {
        List<List<Object>> all = List.of(
                Arrays.<Object>asList("a", 3L, "A3", 0L, null),
                Arrays.<Object>asList("b", 0L, null, 0L, null),
                Arrays.<Object>asList("c", 1L, "C1", 2L, "C2"));
        assertThat(AtOnce.rows(all, 0)).containsExactly(List.of("a", 3L, "A3"), List.of("c", 1L, "C1"));
        assertThat(AtOnce.rows(all, 1)).containsExactly(List.of("c", 2L, "C2"));
    }
}
