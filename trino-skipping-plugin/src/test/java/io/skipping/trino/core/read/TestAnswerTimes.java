// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.read;

import static io.skipping.trino.core.read.AnswerTimes.LONG;
import static io.skipping.trino.core.read.AnswerTimes.REMEMBERED;
import static org.assertj.core.api.Assertions.assertThat;

import org.testng.annotations.Test;

public class TestAnswerTimes {
    @Test
    public void testUnknown() {
        assertThat(new AnswerTimes().areLong()).as("no thread is held").isTrue();
    }

    @Test
    public void testQuickestCounts() {
        AnswerTimes times = new AnswerTimes();
        times.add(LONG.toNanos() * 100);
        times.add(LONG.toNanos());
        assertThat(times.areLong()).isTrue();
        times.add(LONG.toNanos() - 1);
        times.add(LONG.toNanos() * 100);
        assertThat(times.areLong()).as("late ones are of a busy machine").isFalse();
    }

    @Test
    public void testOldOnesAreForgotten() {
        AnswerTimes times = new AnswerTimes();
        times.add(0);
        for (int number = 0; number < REMEMBERED - 1; number++) {
            times.add(LONG.toNanos());
            assertThat(times.areLong()).isFalse();
        }
        times.add(LONG.toNanos());
        assertThat(times.areLong()).as("the store became slow").isTrue();
    }
}
