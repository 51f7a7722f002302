// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.manifest;

import static io.airlift.slice.Slices.utf8Slice;
import static io.skipping.index.store.Labels.BY_LABEL;
import static io.skipping.index.store.Labels.LABEL;
import static io.skipping.index.store.Labels.contents;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.airlift.slice.Slice;
import io.airlift.slice.Slices;
import io.skipping.index.IndexUnavailableException;
import io.skipping.index.snapshot.IndexSnapshot;
import io.skipping.index.store.IndexLayout;
import io.skipping.index.store.segment.Checksum;
import io.skipping.index.store.segment.SegmentFormat;
import io.skipping.index.store.segment.SegmentMetadata;
import io.skipping.index.store.segment.SegmentSchema;
import io.skipping.index.store.segment.StoredDefinition;
import io.skipping.index.type.IndexTypes;
import io.skipping.index.value.BytesColumn;
import io.skipping.index.value.KeyColumn;
import io.skipping.index.value.LongColumn;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.testng.annotations.Test;

/** Segments that say anything; for libraries that write and read Parquet, in which few bytes can say much. */
public abstract class AbstractSegmentFuzz extends AbstractIndexFuzz {
    @Test
    public void testSegmentOfManyEqualRows() throws IOException {
        // as few bytes say that there are a hundred million, but they take long to write
        Slice file = segment("label", 5_000_000, 1 << 20);
        assertThat(file.length()).isLessThan(1 << 20);
        publish(file, 5_000_000);
        assertTooLarge();
    }

    @Test
    public void testSegmentOfOneLongTextManyTimes() throws IOException {
        // three times what an index may take: more is no other case, and takes long to write
        Slice file = segment("x".repeat(400_000), 2_000, 1_000);
        assertThat(file.length()).isLessThan(1 << 20);
        publish(file, 2_000);
        assertTooLarge();
    }

    private void assertTooLarge() {
        within(
                LITTLE,
                () -> assertThatThrownBy(() -> newIndex().current())
                        .isInstanceOf(IndexUnavailableException.class)
                        .hasMessageContaining(LAYOUT.directory().toString())
                        .hasMessageContaining("it takes more memory than an index may (256MB)")
                        .hasMessageContaining("skipping.index.cache-size"));
        assertRebuilds();
    }

    @Test
    public void testSegmentThatIsLargeButFits() throws IOException {
        publish(segment("label", 500_000, 1 << 16), 500_000);
        IndexSnapshot snapshot = newIndex().current().orElseThrow();
        assertThat(snapshot.rangeCount()).isEqualTo(500_000);
        assertThat(snapshot.segments().getFirst().summaries(BY_LABEL).getFirst().size())
                .isEqualTo(500_000);
    }

    /** A segment of one object and many equal ranges: it says nothing true, but its checksum is right. */
    private Slice segment(String label, int rows, int rowsAtOnce) throws IOException {
        List<StoredDefinition> definitions = StoredDefinition.layOut(List.of(BY_LABEL), new IndexTypes(List.of(LABEL)));
        SegmentMetadata metadata = new SegmentMetadata(TABLE, "20260101T000000Z-00000000", definitions);
        SegmentFormat.Writer writer = format().writer(SegmentSchema.columns(definitions));
        for (int left = rows; left > 0; left -= rowsAtOnce) {
            int count = Math.min(left, rowsAtOnce);
            writer.write(List.of(
                    repeated(TABLE.location() + "/part", count),
                    repeated(300, count),
                    repeated(1_000_000_000_000L, count),
                    repeated("csv", count),
                    repeated(0, count),
                    repeated(300, count),
                    repeated(1, count),
                    repeated(7, count),
                    repeated(label, count)));
        }
        return writer.finish(metadata.toMap());
    }

    private static KeyColumn repeated(String text, int count) {
        Slice bytes = utf8Slice(text);
        int[] lengths = new int[count];
        Arrays.fill(lengths, bytes.length());
        return new BytesColumn(bytes, new int[count], lengths, Optional.empty());
    }

    private static KeyColumn repeated(long number, int count) {
        long[] numbers = new long[count];
        Arrays.fill(numbers, number);
        return new LongColumn(numbers, Optional.empty());
    }

    /** Makes a state of one segment. */
    private void publish(Slice segment, long ranges) {
        String checksum = Checksum.of(segment);
        String name = IndexLayout.newSegment("20260101T000000Z-00000000", checksum);
        put(LAYOUT.segment(name), segment.getBytes());
        SegmentEntry entry =
                new SegmentEntry(name, segment.length(), checksum, 0, ranges, 1, 1_000, List.of(BY_LABEL), List.of());
        putManifest(new Manifest("id", TABLE, 9, 1_000, "build", List.of(), true, Set.of(), List.of(entry))
                .toString()
                .split("\n", 2)[1]
                .getBytes(UTF_8));
    }

    @Test
    public void testMutatedSegments() throws IOException {
        Random random = new Random(SEED);
        byte[] good = content("/segments/");
        int refused = 0;
        for (int run = 0; run < RUNS; run++) {
            byte[] bytes = mutated(good, random);
            setUpSegment(bytes);
            try {
                within(2 * MOST_BYTES, () -> contents(newIndex().current().orElseThrow()));
            } catch (IndexUnavailableException e) {
                refused++;
            } catch (AssertionError e) {
                // two ranges of one object at one place: a file that nobody wrote, and that nobody can know to be wrong
                assertThat(e).as("seed %s, run %s", SEED, run).hasMessageContaining("range twice");
            }
        }
        assertThat(refused).isGreaterThan(RUNS / 3);
        assertRebuilds();
    }

    private void setUpSegment(byte[] bytes) {
        files.list(LAYOUT.directory()).stream()
                .filter(file -> file.location().toString().contains("00000000-"))
                .forEach(file -> delete(file.location()));
        publish(Slices.wrappedBuffer(bytes), 30);
    }

    /** Most of it where the file says how much there is of everything. */
    private static byte[] mutated(byte[] good, Random random) {
        byte[] bytes = good.clone();
        int footer = Slices.wrappedBuffer(good).getInt(good.length - 8) + 8;
        for (int count = 1 + random.nextInt(3); count > 0; count--) {
            int position = random.nextBoolean()
                    ? random.nextInt(bytes.length)
                    : Math.max(0, bytes.length - 1 - random.nextInt(footer));
            switch (random.nextInt(5)) {
                case 0 -> bytes[position] ^= (byte) (1 << random.nextInt(8));
                case 1 -> bytes[position] = (byte) random.nextInt();
                case 2 -> Arrays.fill(bytes, position, Math.min(bytes.length, position + random.nextInt(8)), (byte) -1);
                case 3 -> {
                    int length = Math.min(random.nextInt(64), bytes.length - position);
                    System.arraycopy(bytes, random.nextInt(bytes.length - length + 1), bytes, position, length);
                }
                default -> {
                    // without some bytes in its middle
                    int length = Math.min(random.nextInt(8), bytes.length - position);
                    byte[] shorter = Arrays.copyOf(bytes, bytes.length - length);
                    System.arraycopy(bytes, position + length, shorter, position, bytes.length - position - length);
                    bytes = shorter.length > 12 ? shorter : bytes;
                }
            }
        }
        return bytes;
    }
}
