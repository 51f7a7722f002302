// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.read;

import static io.skipping.trino.core.read.TestRangeBytes.file;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.skipping.index.ByteRange;
import io.trino.filesystem.TrinoInput;
import io.trino.filesystem.TrinoInputFile;
import io.trino.filesystem.TrinoInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.testng.annotations.Test;

public class TestRangeInputFile {
    /** As readers of RCFile and SequenceFile do: the header, the first sync mark of the range, and rows from there on. */
    @Test
    public void testASearchForMarksTakesNoRequestOfItsOwn() throws IOException {
        List<String> requests = new ArrayList<>();
        byte[] object = object(1_000_000);
        TrinoInputFile file = open(object, requests, new ByteRange(500_000, 200_000), 1 << 20);
        try (TrinoInputStream stream = file.newStream()) {
            assertThat(stream.readNBytes(100)).isEqualTo(Arrays.copyOf(object, 100));
            try (TrinoInput input = file.newInput()) {
                byte[] searched = new byte[200_019];
                input.readFully(500_000, searched, 0, searched.length);
                assertThat(searched).isEqualTo(Arrays.copyOfRange(object, 500_000, 700_019));
            }
            stream.seek(510_000);
            assertThat(stream.readNBytes(194_096)).isEqualTo(Arrays.copyOfRange(object, 510_000, 704_096));
        }
        assertThat(requests).containsExactly("0+65536", "500000+204096");
    }

    @Test
    public void testReadsTheBytesOfTheObject() throws IOException {
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            byte[] object = object(random.nextInt(300_000) + 1);
            int start = random.nextInt(object.length);
            ByteRange range = new ByteRange(start, random.nextInt(object.length - start) + 1);
            TrinoInputFile file = open(object, new ArrayList<>(), range, random.nextInt(100_000) + 1);
            try (TrinoInput input = file.newInput()) {
                for (int i = 0; i < 10; i++) {
                    int position = random.nextInt(object.length);
                    int length = random.nextInt(object.length - position + 1);
                    byte[] target = new byte[length + 2];
                    input.readFully(position, target, 1, length);
                    byte[] expected = new byte[length + 2];
                    System.arraycopy(object, position, expected, 1, length);
                    assertThat(target)
                            .as("%s bytes at %s, seed %s", length, position, seed)
                            .isEqualTo(expected);
                }
                byte[] tail = new byte[random.nextInt(object.length) + 1];
                assertThat(input.readTail(tail, 0, tail.length)).isEqualTo(tail.length);
                assertThat(tail)
                        .as("tail, seed %s", seed)
                        .isEqualTo(Arrays.copyOfRange(object, object.length - tail.length, object.length));
                assertThatThrownBy(() -> input.readFully(object.length - 1, new byte[2], 0, 2))
                        .as("beyond the end, seed %s", seed)
                        .isInstanceOf(EOFException.class);
            }
        }
    }

    @Test
    public void testReadsToTheEndByOneRequest() throws IOException {
        byte[] object = object(300_000);
        List<String> requests = new ArrayList<>();
        try (TrinoInputStream stream = toTheEnd(object, requests, object.length)) {
            stream.seek(100_000);
            assertThat(stream.readAllBytes()).isEqualTo(Arrays.copyOfRange(object, 100_000, object.length));
            assertThat(stream.read()).isEqualTo(-1);
        }
        assertThat(requests).as("requests for parts").isEmpty();
    }

    @Test
    public void testAnObjectThatIsShorterThanListedFails() throws IOException {
        try (TrinoInputStream stream = toTheEnd(object(300_000), new ArrayList<>(), 300_001)) {
            stream.seek(100_000);
            assertThatThrownBy(stream::readAllBytes)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("Object changed while the query ran, run it again");
        }
    }

    /** A reader that knows the size, as that of gzip does, reads no further. */
    @Test
    public void testAnObjectThatIsLongerThanListedFails() throws IOException {
        try (TrinoInputStream stream = toTheEnd(object(300_000), new ArrayList<>(), 299_999)) {
            stream.seek(100_000);
            assertThatThrownBy(() -> stream.readNBytes(199_999))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("Object changed while the query ran, run it again");
        }
    }

    private static TrinoInputStream toTheEnd(byte[] object, List<String> requests, int listedSize) throws IOException {
        ByteRange range = new ByteRange(100_000, listedSize - 100_000);
        return new RangeInputFile(
                        new RangeBytes(file(object, requests), listedSize, range, 4096, 1 << 20, new AnswerTimes()),
                        true)
                .newStream();
    }

    private static TrinoInputFile open(byte[] object, List<String> requests, ByteRange range, int largestFetch) {
        return new RangeInputFile(
                new RangeBytes(file(object, requests), object.length, range, 4096, largestFetch, new AnswerTimes()),
                false);
    }

    private static byte[] object(int size) {
        byte[] object = new byte[size];
        new Random(size).nextBytes(object);
        return object;
    }
}
