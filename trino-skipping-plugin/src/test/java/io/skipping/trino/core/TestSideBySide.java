// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.trino.spi.TrinoException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.testng.annotations.AfterClass;
import org.testng.annotations.Test;

public class TestSideBySide {
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    @AfterClass(alwaysRun = true)
    public void stop() {
        threads.shutdownNow();
    }

    private static boolean await(CountDownLatch latch) {
        try {
            return latch.await(1, MINUTES);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    public void testAllTestsRunAtTheSameTime() {
        CountDownLatch begun = new CountDownLatch(3);
        assertThat(SideBySide.allMatch(
                        List.of(1, 2, 3),
                        _ -> {
                            begun.countDown();
                            return await(begun);
                        },
                        threads))
                .isTrue();
    }

    @Test
    public void testOneElementIsTestedByTheCaller() {
        assertThat(SideBySide.allMatch(List.of(1), _ -> true, _ -> {
                    throw new IllegalStateException("no thread is needed");
                }))
                .isTrue();
        assertThat(SideBySide.allMatch(List.<Integer>of(), _ -> false, threads)).isTrue();
    }

    /** The first element that does not pass decides, whatever place it has. */
    @Test
    public void testNobodyWaitsForATestThatDecidesNothing() {
        CountDownLatch decided = new CountDownLatch(1);
        CountDownLatch wentOn = new CountDownLatch(1);
        assertThat(SideBySide.allMatch(
                        List.of(1, 2),
                        element -> {
                            if (element == 2) {
                                return false;
                            }
                            await(decided);
                            wentOn.countDown();
                            return true;
                        },
                        threads))
                .isFalse();
        decided.countDown();
        assertThat(await(wentOn)).as("the other test was not interrupted").isTrue();
    }

    @Test
    public void testAFailureEndsTheOthers() {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        assertThatThrownBy(() -> SideBySide.allMatch(
                        List.of(1, 2),
                        element -> {
                            if (element == 2) {
                                await(begun);
                                throw new IllegalArgumentException("no table 2");
                            }
                            return waitUntilInterrupted(begun, interrupted);
                        },
                        threads))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no table 2");
        assertThat(await(interrupted)).isTrue();
    }

    @Test
    public void testACancelledQueryEndsAll() throws InterruptedException {
        CountDownLatch begun = new CountDownLatch(2);
        CountDownLatch interrupted = new CountDownLatch(2);
        CountDownLatch failed = new CountDownLatch(1);
        Thread query = Thread.ofVirtual().start(() -> {
            try {
                SideBySide.allMatch(List.of(1, 2), _ -> waitUntilInterrupted(begun, interrupted), threads);
            } catch (TrinoException e) {
                if (Thread.currentThread().isInterrupted()) {
                    failed.countDown();
                }
            }
        });
        assertThat(await(begun)).isTrue();
        query.interrupt();
        assertThat(await(failed)).isTrue();
        assertThat(await(interrupted)).isTrue();
    }

    private static boolean waitUntilInterrupted(CountDownLatch begun, CountDownLatch interrupted) {
        begun.countDown();
        try {
            new CountDownLatch(1).await();
            return true;
        } catch (InterruptedException e) {
            interrupted.countDown();
            return false;
        }
    }
}
