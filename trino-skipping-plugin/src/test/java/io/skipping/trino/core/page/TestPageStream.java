// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.skipping.index.IndexUnavailableException;
import io.skipping.trino.core.SkippingErrorCode;
import io.trino.spi.Page;
import io.trino.spi.TrinoException;
import io.trino.spi.connector.SourcePage;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

@Test(singleThreaded = true)
public class TestPageStream {
    private ExecutorService threads;

    @BeforeMethod
    public void startThreads() {
        threads = Executors.newCachedThreadPool();
    }

    @AfterMethod(alwaysRun = true)
    public void noMakerIsLeft() throws InterruptedException {
        threads.shutdown();
        boolean ended = threads.awaitTermination(30, TimeUnit.SECONDS);
        threads.shutdownNow();
        assertThat(ended).as("makers of pages that nobody wants have ended").isTrue();
    }

    @Test(timeOut = 60_000)
    public void testGivesAllPagesInOrder() {
        PageStream stream = new PageStream(
                pages -> {
                    for (int rows = 1; rows <= 100; rows++) {
                        pages.accept(new Page(rows));
                    }
                },
                threads);
        List<Integer> rows = new ArrayList<>();
        while (!stream.isFinished()) {
            SourcePage page = stream.getNextSourcePage();
            if (page != null) {
                rows.add(page.getPositionCount());
            }
        }
        assertThat(rows).hasSize(100).isSorted().startsWith(1).endsWith(100);
        assertThat(stream.getNextSourcePage()).isNull();
        stream.close();
    }

    @Test(timeOut = 60_000)
    public void testMakesNoMoreThanIsTaken() {
        AtomicInteger made = new AtomicInteger();
        PageStream stream = new PageStream(endless(made), threads);
        for (int taken = 1; taken <= 10; taken++) {
            assertThat(stream.getNextSourcePage().getPositionCount()).isEqualTo(1);
            assertThat(made.get()).as("pages made when %s are taken", taken).isBetween(taken, taken + 1);
        }
        // the maker, which would go on for ever, is stopped
        stream.close();
        assertThat(stream.isFinished()).isTrue();
    }

    @Test(timeOut = 60_000)
    public void testAFailureReachesTheReader() {
        PageStream stream = new PageStream(
                pages -> {
                    pages.accept(new Page(1));
                    throw new IndexUnavailableException("it is damaged");
                },
                threads);
        assertThat(stream.getNextSourcePage()).isNotNull();
        assertThatThrownBy(stream::getNextSourcePage)
                .isInstanceOf(TrinoException.class)
                .hasMessage("it is damaged")
                .extracting(e -> ((TrinoException) e).getErrorCode())
                .isEqualTo(SkippingErrorCode.SKIPPING_INDEX_ERROR.toErrorCode());
        stream.close();
    }

    private static Consumer<Consumer<Page>> endless(AtomicInteger made) {
        return pages -> {
            while (true) {
                made.incrementAndGet();
                pages.accept(new Page(1));
            }
        };
    }
}
