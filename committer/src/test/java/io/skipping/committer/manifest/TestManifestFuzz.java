// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.manifest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.skipping.committer.data.ManifestReader;
import io.skipping.committer.name.JobId;
import io.skipping.committer.store.Content;
import io.skipping.committer.store.MemoryStore;
import io.skipping.committer.store.StoreFiles;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.testng.annotations.Test;

/**
 * Tests that whatever stands where a manifest or a list should is what was written, or no manifest, or causes an
 * exception that says so, within a stated memory. {@code -Dcommitter.test.fuzz=100000} tries more.
 */
public class TestManifestFuzz {
    private static final int RUNS = Integer.getInteger("committer.test.fuzz", 3_000);
    private static final long SEED = Long.getLong("committer.test.seed", 42);
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private static Manifest manifest(int seed) {
        return new Manifest(
                7 + seed,
                "%032x".formatted(seed),
                List.of(new CommittedJob(new JobId("job" + seed), 3, 1732224000000L, 2, 30, "00000000000000ff")),
                List.of(new ListFile(
                        "_manifest-a-0123456%d-00000.jsonl.gz".formatted(seed), 5, 123, "deadbeef", 6_000)),
                IntStream.range(0, 20)
                        .<Line>mapToObj(number -> number % 5 == 4
                                ? new OverwrittenLine("day=%d/".formatted(number), 1 + seed)
                                : ObjectLine.of("day=%d/part-attempt.a.m%05d.%d".formatted(number % 3, number, seed))
                                        .at(1 + seed))
                        .toList());
    }

    private static byte[] bytes(Manifest manifest) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        SuccessData success = new SuccessData("a", "x", "a job", "host", 1732224000000L, List.of(), Map.of(), Map.of());
        ManifestCodec.write(manifest, success, out);
        return out.toByteArray();
    }

    /** Flips bits, cuts, joins, repeats, and changes numbers. */
    private static byte[] mutated(byte[] one, byte[] other, Random random) {
        byte[] bytes = one.clone();
        switch (random.nextInt(6)) {
            case 0 -> bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
            case 1 -> bytes = Arrays.copyOf(bytes, random.nextInt(bytes.length));
            case 2 -> {
                int end = random.nextInt(bytes.length);
                int start = random.nextInt(other.length);
                bytes = Arrays.copyOf(bytes, end + other.length - start);
                System.arraycopy(other, start, bytes, end, other.length - start);
            }
            case 3 -> {
                int start = random.nextInt(bytes.length);
                int length = random.nextInt(bytes.length - start);
                System.arraycopy(bytes, start, bytes, random.nextInt(bytes.length - length), length);
            }
            case 4 -> random.nextBytes(bytes);
            default -> {
                // a digit, somewhere
                int at = random.nextInt(bytes.length);
                for (int tries = 0; tries < bytes.length && !Character.isDigit(bytes[at]); tries++) {
                    at = (at + 1) % bytes.length;
                }
                bytes[at] = (byte) ('0' + random.nextInt(10));
            }
        }
        return bytes;
    }

    @FunctionalInterface
    private interface Action {
        void run() throws IOException;
    }

    /** Runs it, and fails if it took more memory, all in all. */
    private static void within(long mostBytes, Action action) throws IOException {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        try {
            action.run();
        } finally {
            assertThat(THREADS.getCurrentThreadAllocatedBytes() - before).isLessThan(mostBytes);
        }
    }

    @Test
    public void testManifests() throws IOException {
        Random random = new Random(SEED);
        Manifest one = manifest(0);
        Manifest other = manifest(1);
        int refused = 0;
        for (int run = 0; run < RUNS; run++) {
            byte[] bytes = mutated(bytes(one), bytes(other), random);
            try {
                within(4 << 20, () -> {
                    Optional<Manifest> manifest = ManifestCodec.read(new ByteArrayInputStream(bytes));
                    if (manifest.isPresent()) {
                        assertThat(manifest.get())
                                .as("seed %d: %s", SEED, new String(bytes, UTF_8))
                                .isIn(one, other);
                    } else {
                        assertThat(ManifestMark.isIn(bytes)).isFalse();
                    }
                });
            } catch (ManifestFormatException e) {
                refused++;
            }
        }
        assertThat(refused).isGreaterThan(RUNS / 3);
    }

    @Test
    public void testLists() throws IOException {
        Random random = new Random(SEED);
        List<Line> lines = manifest(0).lines();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ListWriter writer = new ListWriter("l", out);
        for (Line line : lines) {
            writer.add(line);
        }
        writer.close();
        ListFile file = writer.file().at(9);
        for (int run = 0; run < RUNS; run++) {
            byte[] bytes = mutated(out.toByteArray(), out.toByteArray(), random);
            List<Line> read = new ArrayList<>();
            try {
                within(4 << 20, () -> ListReader.read(file, new ByteArrayInputStream(bytes), read::add));
            } catch (ManifestFormatException e) {
                continue;
            }
            assertThat(read).as("seed %d, run %d", SEED, run).isEqualTo(lines);
        }
    }

    /** The file has somebody's data, of any size. */
    @Test
    public void testNoMoreOfForeignFilesIsReadThanIsNeeded() throws IOException {
        for (byte first : "{[x\0".getBytes(UTF_8)) {
            Endless foreign = new Endless("", first);
            within(16 << 20, () -> assertThat(ManifestCodec.read(foreign)).isEmpty());
            assertThat(foreign.read).isLessThanOrEqualTo(ManifestMark.SEARCHED_BYTES);
        }
    }

    @Test
    public void testManifestWithoutEnd() throws IOException {
        Endless endless = new Endless("{\"committer\": \"attempt-naming\", \"x\": \"", (byte) 'x');
        within(
                8L * ManifestCodec.MAX_BYTES,
                () -> assertThatThrownBy(() -> ManifestCodec.read(endless))
                        .isInstanceOf(ManifestFormatException.class)
                        .hasMessageContaining("it has more than 67,108,864 bytes"));
    }

    @Test
    public void testListsThatUnpackToMoreThanTheyShould() throws IOException {
        String line = "{\"object\": \"a\", \"generation\": 1}\n";
        assertList(packed("", line, 10_000_000), 5, "it has more than 5 lines");
        assertList(packed("{\"object\": \"", "a", 200_000_000), 5, "a line is longer than 131,072 bytes");
        assertList(packed("", "[", 200_000_000), 5, "it has START_ARRAY where a line should start");
        assertList(packed("{\"x\": ", "[", 100_000), 5, "its JSON is more than 100 levels deep");
        assertList(packed("", " ", 200_000_000), 5, "a line is longer");
        assertList(packed("", "\n", 200_000_000), 5, "it has 0 lines instead of 5");
    }

    private static void assertList(byte[] packed, long lines, String message) throws IOException {
        ListFile file = new ListFile("l", 1, packed.length, "00000000", lines);
        within(
                16 << 20,
                () -> assertThatThrownBy(() -> ListReader.read(file, new ByteArrayInputStream(packed), line -> {}))
                        .isInstanceOf(ManifestFormatException.class)
                        .hasMessageContaining("The list l of the manifest is damaged: " + message));
    }

    private static byte[] packed(String start, String repeated, int times) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (OutputStream packing = new GZIPOutputStream(out, 64 << 10)) {
            packing.write(start.getBytes(UTF_8));
            byte[] piece = repeated.repeat(10_000).getBytes(UTF_8);
            for (int written = 0; written < times; written += 10_000) {
                packing.write(piece);
            }
        }
        return out.toByteArray();
    }

    /** The manifest is refused before one of its lists is read. */
    @Test
    public void testManifestWhoseListsNeedMoreMemoryThanThereIs() throws IOException {
        for (long lines : new long[] {Long.MAX_VALUE, 1L << 40}) {
            ListFile list = new ListFile("_manifest-a-01234567-00000.jsonl.gz", 1, 123, "deadbeef", lines);
            MemoryStore store = MemoryStore.withConditionalPut();
            byte[] manifest = bytes(new Manifest(1, "p", List.of(), List.of(list, list, list), List.of()));
            store.put(Manifest.NAME, Content.of(manifest));
            assertThatThrownBy(() -> ManifestReader.read(new StoreFiles(store), ""))
                    .isInstanceOf(ManifestFormatException.class)
                    .hasMessageContaining("need more than half of the memory");
        }
    }

    private static final class Endless extends InputStream {
        private final byte[] start;
        private final byte repeated;
        private long read;

        Endless(String start, byte repeated) {
            this.start = start.getBytes(UTF_8);
            this.repeated = repeated;
        }

        @Override
        public int read() {
            return read < start.length ? start[(int) read++] & 0xFF : next();
        }

        private int next() {
            read++;
            return repeated & 0xFF;
        }
    }
}
