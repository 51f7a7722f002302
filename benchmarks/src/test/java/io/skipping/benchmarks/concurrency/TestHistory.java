// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.concurrency;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** What a query may have seen, and what not. */
public class TestHistory {
    private static final Question ALL = Question.all();
    private static final Job PAST = new Job(0, false, 0, 4, 2, 10);
    private static final Job FIRST = new Job(1, false, 4, 2, 2, 10);
    private static final Job SECOND = new Job(2, false, 4, 2, 2, 10);
    private static final Job INSTEAD = new Job(3, true, 4, 2, 2, 10);

    private History history;

    /** The past before 100; jobs from 200 to 300, from 400 to 500, and, overwriting, from 600 to 700. */
    @BeforeMethod
    public void begin() {
        history = new History();
        history.add(PAST, 0, 100);
        history.add(FIRST, 200, 300);
        history.add(SECOND, 400, 500);
        history.add(INSTEAD, 600, 700);
    }

    private static Totals all(Job job) {
        return ALL.of(job);
    }

    private static final Map<Integer, Totals> BEFORE = Map.of(0, all(PAST));
    private static final Map<Integer, Totals> ONE = Map.of(0, all(PAST), 1, all(FIRST));
    private static final Map<Integer, Totals> TWO = Map.of(0, all(PAST), 1, all(FIRST), 2, all(SECOND));
    private static final Map<Integer, Totals> REPLACED = Map.of(0, all(PAST), 3, all(INSTEAD));

    @Test
    public void testRowsAreThoseOfTheJob() {
        assertThat(all(PAST).rows()).isEqualTo(80);
        assertThat(all(FIRST).rows()).isEqualTo(40);
        assertThat(all(SECOND).energy())
                .as("a job's number is in its sums")
                .isNotEqualTo(all(FIRST).energy());
    }

    @Test
    public void testWhatEndedBeforeTheQueryMustBeSeen() {
        assertThat(history.admits(ALL, 320, 350, ONE)).isTrue();
        assertThat(history.admits(ALL, 320, 350, BEFORE)).as("too old").isFalse();
        assertThat(history.admits(ALL, 320, 350, TWO)).as("of the future").isFalse();
        assertThat(history.admits(ALL, 720, 750, REPLACED)).isTrue();
        assertThat(history.admits(ALL, 720, 750, TWO)).as("overwritten").isFalse();
    }

    @Test
    public void testWhatRunsBesideTheQueryMayBeSeen() {
        assertThat(history.admits(ALL, 250, 450, BEFORE)).isTrue();
        assertThat(history.admits(ALL, 250, 450, ONE)).isTrue();
        assertThat(history.admits(ALL, 250, 450, TWO)).isTrue();
        assertThat(history.admits(ALL, 250, 450, REPLACED)).isFalse();
        assertThat(history.admits(ALL, 620, 630, TWO)).as("not overwritten yet").isTrue();
        assertThat(history.admits(ALL, 620, 630, REPLACED)).isTrue();
    }

    @Test
    public void testPartsOfJobsMayNeverBeSeen() {
        Totals half = new Totals(all(SECOND).rows() / 2, all(SECOND).energy() / 2);
        assertThat(history.admits(ALL, 0, 1000, Map.of(0, all(PAST), 1, all(FIRST), 2, half)))
                .as("half a job")
                .isFalse();
        assertThat(history.admits(ALL, 0, 1000, Map.of(0, all(PAST), 2, all(SECOND))))
                .as("a job without the one before it")
                .isFalse();
        assertThat(history.admits(ALL, 0, 1000, Map.of(0, all(PAST), 1, all(FIRST), 2, all(SECOND), 3, all(INSTEAD))))
                .as("what overwrites beside what it overwrote")
                .isFalse();
        assertThat(history.admits(
                        ALL,
                        0,
                        1000,
                        Map.of(0, new Totals(all(PAST).rows(), all(PAST).energy() + 1), 1, all(FIRST))))
                .as("another sum")
                .isFalse();
    }

    @Test
    public void testJobsWithoutARowThatMatchesAreNotInTheAnswer() {
        Question none = Question.town("town-40");
        assertThat(history.admits(none, 320, 350, Map.of())).isTrue();
        Question half = new Question("half", "job = 1", reading -> reading.job() == 1);
        assertThat(history.admits(half, 320, 350, Map.of(1, all(FIRST)))).isTrue();
    }
}
