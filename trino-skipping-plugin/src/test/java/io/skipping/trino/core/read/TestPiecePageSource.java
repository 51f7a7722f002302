// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.read;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import io.skipping.index.ByteRange;
import io.trino.filesystem.TrinoInputFile;
import io.trino.spi.Page;
import io.trino.spi.connector.ConnectorPageSource;
import io.trino.spi.connector.FixedPageSource;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.testng.annotations.Test;

public class TestPiecePageSource {
    private final AtomicInteger opened = new AtomicInteger();

    private ConnectorPageSource reader() {
        opened.incrementAndGet();
        return new FixedPageSource(ImmutableList.of(new Page(3)));
    }

    @Test(timeOut = 60_000)
    public void testItsReaderIsOpenedWhenTheFirstBytesAreThere() throws IOException {
        CountDownLatch answer = new CountDownLatch(1);
        byte[] object = new byte[10_000];
        TrinoInputFile file = TestRangeBytes.file(object, (_, _) -> {
            try {
                answer.await();
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        });
        RangeBytes bytes = new RangeBytes(file, object.length, new ByteRange(0, 5_000), 100, 10_000, new AnswerTimes());
        bytes.begin();
        try (ConnectorPageSource rows = new PiecePageSource(this::reader, _ -> 42, bytes)) {
            assertThat(rows.getNextSourcePage()).isNull();
            assertThat(rows.isBlocked()).isNotDone();
            assertThat(rows.isFinished()).isFalse();
            assertThat(rows.getCompletedBytes()).isZero();
            assertThat(rows.getMemoryUsage()).as("what is on its way").isEqualTo(5_100);
            assertThat(opened).hasValue(0);
            answer.countDown();
            rows.isBlocked().join();
            assertThat(rows.getNextSourcePage().getPositionCount()).isEqualTo(3);
            assertThat(rows.getNextSourcePage()).isNull();
            assertThat(rows.isFinished()).isTrue();
            assertThat(rows.isBlocked()).isDone();
            assertThat(rows.getCompletedBytes()).isEqualTo(42);
            assertThat(opened).hasValue(1);
        }
    }

    @Test(timeOut = 60_000)
    public void testWhatIsOnItsWayIsGivenUpWhenItIsClosed() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        byte[] object = new byte[10_000];
        TrinoInputFile file = TestRangeBytes.file(object, (_, _) -> {
            begun.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                interrupted.countDown();
            }
        });
        RangeBytes bytes = new RangeBytes(file, object.length, new ByteRange(0, 5_000), 100, 10_000, new AnswerTimes());
        bytes.begin();
        begun.await();
        ConnectorPageSource rows = new PiecePageSource(this::reader, _ -> 0, bytes);
        rows.close();
        interrupted.await();
        assertThat(rows.isBlocked()).as("nobody waits for ever").isDone();
        assertThat(rows.getMemoryUsage()).isZero();
    }
}
