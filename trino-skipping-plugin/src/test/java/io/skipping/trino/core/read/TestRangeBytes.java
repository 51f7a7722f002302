// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.airlift.slice.Slices;
import io.skipping.index.ByteRange;
import io.trino.filesystem.Location;
import io.trino.filesystem.TrinoInput;
import io.trino.filesystem.TrinoInputFile;
import io.trino.filesystem.TrinoInputStream;
import io.trino.filesystem.memory.MemoryInputFile;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import org.testng.annotations.Test;

public class TestRangeBytes {
    private static final Location LOCATION = Location.of("memory:///object");

    @Test
    public void testReadsTheBytesOfTheObjectWhereverAsked() throws IOException {
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            byte[] object = new byte[random.nextInt(300_000) + 1];
            random.nextBytes(object);
            int start = random.nextInt(object.length);
            int length = random.nextInt(object.length - start) + 1;
            RangeBytes bytes = new RangeBytes(
                    file(object, new ArrayList<>()),
                    object.length,
                    new ByteRange(start, length),
                    random.nextInt(5000),
                    random.nextInt(100_000) + 1,
                    new AnswerTimes());
            if (random.nextBoolean()) {
                bytes.begin();
            }
            int next = 0;
            for (int i = 0; i < 40; i++) {
                int position = random.nextInt(4) == 0 ? random.nextInt(object.length + 10) : next;
                byte[] target = new byte[random.nextInt(50_000) + 1];
                int count = bytes.read(position, target, 0, target.length);
                if (position >= object.length) {
                    assertThat(count).as("behind the end, seed %s", seed).isEqualTo(-1);
                } else {
                    assertThat(count).as("something is read, seed %s", seed).isPositive();
                    next = position + count;
                    assertThat(Arrays.copyOf(target, count))
                            .as("bytes at %s, seed %s", position, seed)
                            .isEqualTo(Arrays.copyOfRange(object, position, position + count));
                }
            }
        }
    }

    @Test
    public void testOneBoundedRequestForARangeAndItsLastRow() throws IOException {
        List<String> requests = new ArrayList<>();
        byte[] object = new byte[100_000];
        RangeBytes bytes = new RangeBytes(
                file(object, requests), object.length, new ByteRange(10_000, 20_000), 4096, 1 << 20, new AnswerTimes());
        byte[] buffer = new byte[1024];
        for (int position = 10_000; position < 31_000; position += 1000) {
            bytes.read(position, buffer, 0, buffer.length);
        }
        assertThat(requests).containsExactly("10000+24096");
    }

    @Test
    public void testLooksBehindTheRangeWhenTheLastRowIsLong() throws IOException {
        List<String> requests = new ArrayList<>();
        byte[] object = new byte[1_000_000];
        RangeBytes bytes = new RangeBytes(
                file(object, requests), object.length, new ByteRange(0, 10_000), 4096, 1 << 20, new AnswerTimes());
        bytes.read(0, new byte[10], 0, 10);
        assertThat(bytes.read(500_000, new byte[10], 0, 10)).isEqualTo(10);
        assertThat(requests).containsExactly("0+14096", "500000+65536");
    }

    @Test
    public void testTellsHowLongAnswersTook() throws IOException {
        byte[] object = new byte[1_000_000];
        AnswerTimes toTheEnd = new AnswerTimes();
        AnswerTimes bounded = new AnswerTimes();
        AnswerTimes large = new AnswerTimes();
        // one of them is quick even on a machine that is busy
        for (int number = 0; number < AnswerTimes.REMEMBERED; number++) {
            firstByte(object, new ByteRange(500_000, 500_000), toTheEnd);
            firstByte(object, new ByteRange(500_000, 100_000), bounded);
            firstByte(object, new ByteRange(500_000, 400_000), large);
        }
        assertThat(toTheEnd.areLong()).isFalse();
        assertThat(bounded.areLong()).isFalse();
        assertThat(large.areLong())
                .as("not counted: most of it may be the bytes")
                .isTrue();
    }

    private static void firstByte(byte[] object, ByteRange range, AnswerTimes times) throws IOException {
        RangeBytes bytes = new RangeBytes(file(object, new ArrayList<>()), object.length, range, 100, 1 << 20, times);
        bytes.read(range.start(), new byte[1], 0, 1);
    }

    /** Nothing is fetched ahead for who stops early. */
    @Test
    public void testALongRangeIsFetchedAheadOnceItIsReadOn() throws IOException {
        List<String> requests = Collections.synchronizedList(new ArrayList<>());
        byte[] object = new byte[100_000];
        new Random(1).nextBytes(object);
        RangeBytes bytes = new RangeBytes(
                file(object, requests), object.length, new ByteRange(5_000, 60_000), 100, 10_000, new AnswerTimes());
        byte[] target = new byte[60_000];
        read(bytes, 5_000, target, 0, 10_000);
        assertThat(requests).containsExactly("5000+10000");
        assertThat(bytes.retainedBytes()).isEqualTo(10_000);
        read(bytes, 15_000, target, 10_000, 1);
        assertThat(bytes.retainedBytes())
                .as("one that is read, two that are fetched")
                .isEqualTo(30_000);
        read(bytes, 15_001, target, 10_001, 49_999);
        assertThat(target).isEqualTo(Arrays.copyOfRange(object, 5_000, 65_000));
        assertThat(requests)
                .containsExactlyInAnyOrder(
                        "5000+10000", "15000+10000", "25000+10000", "35000+10000", "45000+10000", "55000+10100");
        byte[] behind = new byte[100];
        read(bytes, 65_000, behind, 0, behind.length);
        assertThat(behind).isEqualTo(Arrays.copyOfRange(object, 65_000, 65_100));
        assertThat(requests).as("the last row ends in what was fetched").hasSize(6);
    }

    @Test(timeOut = 60_000)
    public void testWhatIsBegunIsReadWithoutAnotherRequest() throws IOException {
        List<String> requests = Collections.synchronizedList(new ArrayList<>());
        byte[] object = new byte[100_000];
        new Random(1).nextBytes(object);
        RangeBytes bytes = new RangeBytes(
                file(object, requests), object.length, new ByteRange(10_000, 20_000), 4096, 1 << 20, new AnswerTimes());
        bytes.begin();
        assertThat(bytes.retainedBytes()).as("also while on its way").isEqualTo(24_096);
        bytes.arrival().join();
        byte[] target = new byte[24_096];
        read(bytes, 10_000, target, 0, target.length);
        assertThat(target).isEqualTo(Arrays.copyOfRange(object, 10_000, 34_096));
        assertThat(requests).containsExactly("10000+24096");
        assertThat(bytes.retainedBytes()).isEqualTo(24_096);
    }

    @Test(timeOut = 60_000)
    public void testOfALongRangeOnlyTheStartIsBegun() throws IOException {
        List<String> requests = Collections.synchronizedList(new ArrayList<>());
        byte[] object = new byte[100_000];
        RangeBytes bytes = new RangeBytes(
                file(object, requests), object.length, new ByteRange(0, 50_000), 0, 10_000, new AnswerTimes());
        bytes.begin();
        read(bytes, 0, new byte[10_000], 0, 10_000);
        assertThat(requests).as("nothing more for who stops early").containsExactly("0+10000");
        read(bytes, 10_000, new byte[40_000], 0, 40_000);
        assertThat(requests)
                .containsExactlyInAnyOrder("0+10000", "10000+10000", "20000+10000", "30000+10000", "40000+10000");
    }

    @Test(timeOut = 60_000)
    public void testWhatFailsWhenItIsBegunFailsWhenItIsRead() throws IOException {
        byte[] object = new byte[100_000];
        TrinoInputFile file = file(object, (_, _) -> {
            throw new IOException("no answer");
        });
        RangeBytes bytes = new RangeBytes(file, object.length, new ByteRange(0, 50_000), 0, 10_000, new AnswerTimes());
        bytes.begin();
        bytes.arrival().join();
        assertThatThrownBy(() -> bytes.read(0, new byte[10], 0, 10)).hasMessage("no answer");
        assertThat(bytes.retainedBytes()).isZero();
    }

    /** Each request but the first is answered only when three are there. */
    @Test(timeOut = 60_000)
    public void testSeveralRequestsAreOnTheirWayAtATime() throws IOException {
        CyclicBarrier three = new CyclicBarrier(3);
        byte[] object = new byte[100_000];
        TrinoInputFile file = file(object, (position, _) -> {
            if (position > 0) {
                try {
                    three.await();
                } catch (InterruptedException | BrokenBarrierException e) {
                    throw new IOException(e);
                }
            }
        });
        RangeBytes bytes = new RangeBytes(file, object.length, new ByteRange(0, 70_000), 0, 10_000, new AnswerTimes());
        byte[] target = new byte[70_000];
        read(bytes, 0, target, 0, target.length);
    }

    /** As readers of SequenceFiles skip keys. */
    @Test
    public void testWhatIsAheadIsTakenAlsoBehindAGap() throws IOException {
        List<String> requests = Collections.synchronizedList(new ArrayList<>());
        byte[] object = new byte[100_000];
        RangeBytes bytes = new RangeBytes(
                file(object, requests), object.length, new ByteRange(0, 50_000), 0, 10_000, new AnswerTimes());
        read(bytes, 0, new byte[11_000], 0, 11_000);
        read(bytes, 20_007, new byte[29_993], 0, 29_993);
        assertThat(requests)
                .containsExactlyInAnyOrder("0+10000", "10000+10000", "20000+10000", "30000+10000", "40000+10000");
        read(bytes, 5_000, new byte[10], 0, 10);
        assertThat(bytes.retainedBytes())
                .as("nothing is ahead of a place behind")
                .isEqualTo(10_000);
    }

    @Test
    public void testWhatFailsAheadFailsWhenItIsReached() throws IOException {
        byte[] object = new byte[100_000];
        TrinoInputFile file = file(object, (position, _) -> {
            if (position == 30_000) {
                throw new IOException("no answer");
            }
        });
        RangeBytes bytes = new RangeBytes(file, object.length, new ByteRange(0, 90_000), 0, 10_000, new AnswerTimes());
        byte[] target = new byte[90_000];
        read(bytes, 0, target, 0, 30_000);
        assertThatThrownBy(() -> bytes.read(30_000, target, 0, 1)).hasMessage("no answer");
        assertThat(bytes.retainedBytes()).as("what is behind it is given up").isZero();
    }

    @Test(timeOut = 60_000)
    public void testWhatIsFetchedAheadIsGivenUpWhenClosed() throws Exception {
        CountDownLatch begun = new CountDownLatch(2);
        CountDownLatch interrupted = new CountDownLatch(2);
        byte[] object = new byte[100_000];
        TrinoInputFile file = file(object, (position, _) -> {
            if (position > 10_000) {
                begun.countDown();
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException e) {
                    interrupted.countDown();
                }
            }
        });
        RangeBytes bytes = new RangeBytes(file, object.length, new ByteRange(0, 90_000), 0, 10_000, new AnswerTimes());
        read(bytes, 0, new byte[10_001], 0, 10_001);
        begun.await();
        bytes.close();
        interrupted.await();
        assertThat(bytes.retainedBytes()).isEqualTo(10_000);
    }

    private static void read(RangeBytes bytes, long position, byte[] target, int offset, int length)
            throws IOException {
        for (int read = 0; read < length; ) {
            int count = bytes.read(position + read, target, offset + read, length - read);
            assertThat(count).isPositive();
            read += count;
        }
    }

    @Test
    public void testAnObjectThatGrewIsAnError() {
        byte[] object = new byte[1000];
        RangeBytes bytes = new RangeBytes(
                file(object, new ArrayList<>()), 900, new ByteRange(100, 800), 4096, 1 << 20, new AnswerTimes());
        assertThatThrownBy(() -> bytes.read(100, new byte[10], 0, 10))
                .as("a row cut at the size that was listed would be a wrong row")
                .hasMessageContaining("Object changed while the query ran");
    }

    /** Records bounded requests as {@code position+length}. */
    static TrinoInputFile file(byte[] object, List<String> requests) {
        return file(object, (position, length) -> requests.add(position + "+" + length));
    }

    interface Request {
        void answer(long position, int length) throws IOException;
    }

    static TrinoInputFile file(byte[] object, Request request) {
        MemoryInputFile memory = new MemoryInputFile(LOCATION, Slices.wrappedBuffer(object));
        return new TrinoInputFile() {
            @Override
            public TrinoInput newInput() throws IOException {
                TrinoInput input = memory.newInput();
                return new TrinoInput() {
                    @Override
                    public void readFully(long position, byte[] buffer, int offset, int length) throws IOException {
                        request.answer(position, length);
                        input.readFully(position, buffer, offset, length);
                    }

                    @Override
                    public int readTail(byte[] buffer, int offset, int length) throws IOException {
                        return input.readTail(buffer, offset, length);
                    }

                    @Override
                    public void close() throws IOException {
                        input.close();
                    }
                };
            }

            @Override
            public TrinoInputStream newStream() throws IOException {
                return memory.newStream();
            }

            @Override
            public long length() throws IOException {
                throw new AssertionError("nobody needs to ask for the size");
            }

            @Override
            public Instant lastModified() throws IOException {
                return memory.lastModified();
            }

            @Override
            public boolean exists() throws IOException {
                return memory.exists();
            }

            @Override
            public Location location() {
                return LOCATION;
            }
        };
    }
}
