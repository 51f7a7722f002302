// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.read;

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
import java.util.List;
import java.util.Random;
import org.testng.annotations.Test;

public class TestRangeBytes {
    private static final Location LOCATION = Location.of("memory:///object");

    @Test
    public void readsTheBytesOfTheObjectWhereverAsked() throws IOException {
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
                    random.nextInt(100_000) + 1);
            for (int i = 0; i < 20; i++) {
                int position = random.nextInt(object.length + 10);
                byte[] target = new byte[random.nextInt(50_000) + 1];
                int count = bytes.read(position, target, 0, target.length);
                if (position >= object.length) {
                    assertThat(count).as("behind the end, seed %s", seed).isEqualTo(-1);
                } else {
                    assertThat(count).as("something is read, seed %s", seed).isPositive();
                    assertThat(Arrays.copyOf(target, count))
                            .as("bytes at %s, seed %s", position, seed)
                            .isEqualTo(Arrays.copyOfRange(object, position, position + count));
                }
            }
        }
    }

    @Test
    public void oneBoundedRequestForARangeAndItsLastRow() throws IOException {
        List<String> requests = new ArrayList<>();
        byte[] object = new byte[100_000];
        RangeBytes bytes =
                new RangeBytes(file(object, requests), object.length, new ByteRange(10_000, 20_000), 4096, 1 << 20);
        byte[] buffer = new byte[1024];
        for (int position = 10_000; position < 31_000; position += 1000) {
            bytes.read(position, buffer, 0, buffer.length);
        }
        assertThat(requests).containsExactly("10000+24096");
    }

    @Test
    public void looksBehindTheRangeWhenTheLastRowIsLong() throws IOException {
        List<String> requests = new ArrayList<>();
        byte[] object = new byte[1_000_000];
        RangeBytes bytes =
                new RangeBytes(file(object, requests), object.length, new ByteRange(0, 10_000), 4096, 1 << 20);
        bytes.read(0, new byte[10], 0, 10);
        assertThat(bytes.read(500_000, new byte[10], 0, 10)).isEqualTo(10);
        assertThat(requests).containsExactly("0+14096", "500000+65536");
    }

    @Test
    public void anObjectThatGrewIsAnError() {
        byte[] object = new byte[1000];
        RangeBytes bytes = new RangeBytes(file(object, new ArrayList<>()), 900, new ByteRange(100, 800), 4096, 1 << 20);
        assertThatThrownBy(() -> bytes.read(100, new byte[10], 0, 10))
                .as("a row cut at the size that was listed would be a wrong row")
                .hasMessageContaining("Object changed while the query ran");
    }

    /** Records bounded requests as {@code position+length}, open ones as {@code position-}. */
    static TrinoInputFile file(byte[] object, List<String> requests) {
        MemoryInputFile memory = new MemoryInputFile(LOCATION, Slices.wrappedBuffer(object));
        return new TrinoInputFile() {
            @Override
            public TrinoInput newInput() throws IOException {
                TrinoInput input = memory.newInput();
                return new TrinoInput() {
                    @Override
                    public void readFully(long position, byte[] buffer, int offset, int length) throws IOException {
                        requests.add(position + "+" + length);
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
