// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.skipping.index.IndexUnavailableException;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.testng.annotations.Test;

@Test(timeOut = 60_000)
public class TestParallel {
    @Test
    public void testResultsAreInOrder() {
        List<Integer> inputs = IntStream.range(0, 1_000).boxed().toList();
        assertThat(Parallel.map(inputs, input -> input * 2))
                .isEqualTo(inputs.stream().map(input -> input * 2).toList());
        assertThat(Parallel.map(List.of(), input -> input)).isEmpty();
        assertThat(Parallel.map(Arrays.asList(1, 2), input -> (Integer) null)).containsExactly(null, null);
    }

    /** Sixteen at a time: each waits for the fifteen others. */
    @Test
    public void testManyRequestsAtOnce() {
        CyclicBarrier barrier = new CyclicBarrier(16);
        AtomicInteger now = new AtomicInteger();
        assertThat(Parallel.map(IntStream.range(0, 64).boxed().toList(), input -> {
                    assertThat(now.incrementAndGet()).isLessThanOrEqualTo(16);
                    try {
                        barrier.await();
                    } catch (Exception e) {
                        throw new IllegalStateException(e);
                    }
                    now.decrementAndGet();
                    return input;
                }))
                .hasSize(64);
    }

    @Test
    public void testRequestsInRequests() {
        List<Integer> inputs = IntStream.range(0, 30).boxed().toList();
        int sum = Parallel.map(
                        inputs,
                        first -> Parallel.map(
                                        inputs,
                                        second -> Parallel.map(inputs, third -> 1).stream()
                                                .mapToInt(Integer::intValue)
                                                .sum())
                                .stream()
                                .mapToInt(Integer::intValue)
                                .sum())
                .stream()
                .mapToInt(Integer::intValue)
                .sum();
        assertThat(sum).isEqualTo(27_000);
    }

    /** However many ask at once, there is a bound of the threads, and nobody waits for one. */
    @Test
    public void testThreadsHaveABound() throws InterruptedException {
        Set<Thread> threads = ConcurrentHashMap.newKeySet();
        CountDownLatch done = new CountDownLatch(100);
        for (int caller = 0; caller < 100; caller++) {
            Thread.ofVirtual().start(() -> {
                Parallel.map(IntStream.range(0, 32).boxed().toList(), input -> {
                    threads.add(Thread.currentThread());
                    try {
                        Thread.sleep(5);
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                    return input;
                });
                done.countDown();
            });
        }
        done.await();
        assertThat(threads.stream().filter(thread -> !thread.isVirtual()))
                .hasSizeLessThanOrEqualTo(256)
                .allMatch(Thread::isDaemon);
    }

    @Test
    public void testFailuresEndIt() {
        AtomicInteger calls = new AtomicInteger();
        assertThatThrownBy(
                        () -> Parallel.map(IntStream.range(0, 100_000).boxed().toList(), input -> {
                            calls.incrementAndGet();
                            throw new IndexUnavailableException("no " + input);
                        }))
                .isInstanceOf(IndexUnavailableException.class)
                .hasMessageStartingWith("no ");
        assertThat(calls.get()).isLessThan(100_000);
        assertThatThrownBy(() -> Parallel.map(List.of(1, 2), input -> {
                    throw new AssertionError("an error");
                }))
                .isInstanceOf(AssertionError.class);
    }

    @Test
    public void testInterruption() throws InterruptedException {
        AtomicInteger interrupted = new AtomicInteger();
        CountDownLatch begun = new CountDownLatch(2);
        Thread caller = new Thread(() -> {
            try {
                Parallel.map(List.of(1, 2), input -> {
                    begun.countDown();
                    try {
                        Thread.sleep(60_000);
                    } catch (InterruptedException e) {
                        throw new IndexUnavailableException("Interrupted");
                    }
                    return input;
                });
            } catch (IndexUnavailableException e) {
                interrupted.incrementAndGet();
            }
        });
        caller.start();
        begun.await();
        caller.interrupt();
        caller.join(30_000);
        assertThat(interrupted).hasValue(1);
    }

    @Test
    public void testClassLoaderIsTheCallers() {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        ClassLoader ours = new ClassLoader(before) {};
        Thread.currentThread().setContextClassLoader(ours);
        try {
            assertThat(Parallel.map(
                            IntStream.range(0, 50).boxed().toList(),
                            input -> Thread.currentThread().getContextClassLoader()))
                    .containsOnly(ours);
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }
}
