// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.stage;

import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.committer.name.Attempt;
import io.skipping.committer.stage.TaskMessages.Message;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** Tests what a job's process answers to its tasks. It has the state of a process, so nothing else runs beside it. */
@Test(singleThreaded = true)
public class TestTaskMessages {
    private static final String DESTINATION = "memory";
    private static final Job A = Job.named("a");

    private TaskMessages receiver;

    @BeforeMethod
    public void receive() {
        receiver = TaskMessages.receiver();
    }

    @AfterMethod(alwaysRun = true)
    public void stop() {
        TaskMessages.stop();
    }

    private boolean send(Attempt attempt, boolean committed) {
        return receiver.receive(
                new Message(DESTINATION, attempt.job().value(), attempt.withinJob(), committed, List.of()));
    }

    private static Optional<Map<Attempt, Optional<List<String>>>> committed() {
        return TaskMessages.committed(DESTINATION, A.id());
    }

    @Test
    public void testAbortedAttemptCantCommit() {
        assertThat(send(A.attempt(0, 0), true)).isTrue();
        assertThat(send(A.attempt(0, 0), false)).as("the last word").isTrue();
        assertThat(send(A.attempt(0, 0), true)).isFalse();
        assertThat(committed().orElseThrow()).isEmpty();
    }

    /** Checks that what a job is about to publish stays: its objects would be gone when the manifest lists them. */
    @Test
    public void testLateMessages() {
        send(A.attempt(0, 0), true);
        send(A.attempt(0, 1), true);
        assertThat(committed().orElseThrow()).containsOnlyKeys(A.attempt(0, 1));
        assertThat(send(A.attempt(0, 1), false)).as("abort of what counts").isFalse();
        assertThat(send(A.attempt(0, 0), false)).as("abort of another one").isTrue();
        assertThat(send(A.attempt(0, 1), true)).as("said again").isTrue();
        assertThat(send(A.attempt(1, 0), true)).as("too late to count").isFalse();
        assertThat(committed().orElseThrow()).as("a commit that is repeated").containsOnlyKeys(A.attempt(0, 1));
        TaskMessages.forget(DESTINATION, A.id());
        assertThat(committed()).isEmpty();
    }
}
