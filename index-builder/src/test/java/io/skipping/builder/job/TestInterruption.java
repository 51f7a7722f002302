// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder.job;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.testng.annotations.Test;

/** Tests how work ends whose statement does not. */
public class TestInterruption {
    /** Trino's driver waits like this if a result is cancelled before a thread of it has begun to read the result. */
    @Test
    public void testWorkThatNoCancellationEnds() throws Exception {
        Interruption interruption = new Interruption();
        AtomicInteger cancellations = new AtomicInteger();
        Statement statement = (Statement) Proxy.newProxyInstance(
                TestInterruption.class.getClassLoader(), new Class<?>[] {Statement.class}, (_, method, _) -> {
                    assertThat(method.getName()).isEqualTo("cancel");
                    cancellations.incrementAndGet();
                    return null;
                });
        CountDownLatch begun = new CountDownLatch(1);
        try (ExecutorService executor = Executors.newSingleThreadExecutor()) {
            Future<Boolean> work = executor.submit(() -> {
                boolean wasWoken = false;
                try (Interruption.Running _ = interruption.running(statement)) {
                    begun.countDown();
                    try {
                        new Semaphore(0).acquire();
                    } catch (InterruptedException e) {
                        wasWoken = true;
                        Thread.currentThread().interrupt();
                    }
                }
                boolean isLeftAlone = !Thread.currentThread().isInterrupted();
                interruption.end();
                return wasWoken && isLeftAlone;
            });
            begun.await();
            interruption.request(Duration.ofMinutes(1));
            assertThat(work.get(1, MINUTES)).isTrue();
        }
        assertThat(cancellations).hasValueGreaterThanOrEqualTo(10);
    }
}
