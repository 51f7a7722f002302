// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.object;

import static io.airlift.slice.Slices.utf8Slice;
import static io.skipping.index.store.Labels.BY_LABEL;
import static io.skipping.index.store.Labels.LABEL;
import static io.skipping.index.store.Labels.contents;
import static io.skipping.index.store.Labels.write;
import static io.trino.spi.type.BigintType.BIGINT;
import static io.trino.spi.type.VarcharType.VARCHAR;
import static io.trino.type.InternalTypeManager.TESTING_TYPE_MANAGER;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.airlift.slice.DynamicSliceOutput;
import io.airlift.slice.Slice;
import io.airlift.slice.Slices;
import io.airlift.units.DataSize;
import io.skipping.index.IndexUnavailableException;
import io.skipping.index.IndexedTable;
import io.skipping.index.LiveObject;
import io.skipping.index.ObjectVersion;
import io.skipping.index.snapshot.IndexSnapshot;
import io.skipping.index.store.FileLocation;
import io.skipping.index.store.IndexAccess;
import io.skipping.index.store.IndexUser;
import io.skipping.index.store.MemoryFiles;
import io.skipping.index.store.StoredFile;
import io.skipping.index.store.TableIndex;
import io.skipping.index.type.IndexTypes;
import io.trino.parquet.ParquetDataSourceId;
import io.trino.spi.Page;
import io.trino.spi.block.Block;
import io.trino.spi.block.RunLengthEncodedBlock;
import io.trino.spi.type.Type;
import io.trino.spi.type.TypeId;
import io.trino.spi.type.TypeUtils;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Util;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * Files that say anything, with checksums that are right: the index is unavailable, or what can be read of it, within a stated memory; and
 * the next build repairs it. {@code -Dskipping.test.fuzz=100000} tries more.
 */
public class TestIndexFuzz {
    private static final int RUNS = Integer.getInteger("skipping.test.fuzz", 1_500);
    private static final long SEED = Long.getLong("skipping.test.seed", 42);
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final Function<String, Type> TYPES = id -> TESTING_TYPE_MANAGER.getType(TypeId.of(id));
    private static final IndexedTable TABLE = new IndexedTable("grid", "meters", "memory:///warehouse/meters");
    private static final IndexLayout LAYOUT = IndexLayout.of(TABLE, Optional.empty());
    /** Bounds what an index may take: more than four times the cache. */
    private static final long MOST_BYTES = 256L << 20;
    /** Bounds what it takes to refuse a file. */
    private static final long LITTLE = 24L << 20;

    private MemoryFiles files;
    private LiveObject object;
    private Map<String, String> expected;

    @BeforeMethod
    public void setUp() {
        files = new MemoryFiles();
        object = new LiveObject(new ObjectVersion(TABLE.location() + "/part", 300, 1_000_000_000_000L), "csv");
        TableIndex index = newIndex();
        String build = index.beginBuild();
        write(index, build, "label", object);
        index.publish(build, List.of(object));
        expected = contents("label", object);
        assertThat(contents(newIndex().current().orElseThrow())).isEqualTo(expected);
    }

    private TableIndex newIndex() {
        return new ObjectStoreIndexStore(
                        TYPES,
                        new IndexTypes(List.of(LABEL)),
                        new ObjectStoreIndexStore.Options(Optional.empty(), DataSize.of(1, DataSize.Unit.MEGABYTE)))
                .open(TABLE, new IndexAccess(() -> files, Optional.of(new IndexUser("user", Set.of()))));
    }

    // segments

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
        assertThat(snapshot.segments().getFirst().summaries(BY_LABEL).getFirst().getPositionCount())
                .isEqualTo(500_000);
    }

    /** A segment of one object and many equal ranges: it says nothing true, but its checksum is right. */
    private static Slice segment(String label, int rows, int rowsAtOnce) throws IOException {
        List<StoredDefinition> definitions =
                StoredDefinition.layOut(List.of(BY_LABEL), List.of(LABEL.fields(List.of(VARCHAR))));
        SegmentMetadata metadata = new SegmentMetadata(TABLE, "20260101T000000Z-00000000", definitions);
        SegmentEncoder encoder = new SegmentEncoder(definitions, metadata.toJson());
        for (int left = rows; left > 0; left -= rowsAtOnce) {
            int count = Math.min(left, rowsAtOnce);
            encoder.write(new Page(
                    count,
                    repeated(VARCHAR, utf8Slice(TABLE.location() + "/part"), count),
                    repeated(BIGINT, 300L, count),
                    repeated(BIGINT, 1_000_000_000_000L, count),
                    repeated(VARCHAR, utf8Slice("csv"), count),
                    repeated(BIGINT, 0L, count),
                    repeated(BIGINT, 300L, count),
                    repeated(BIGINT, 1L, count),
                    repeated(BIGINT, 7L, count),
                    repeated(VARCHAR, utf8Slice(label), count)));
        }
        return encoder.finish();
    }

    private static Block repeated(Type type, Object value, int count) {
        return RunLengthEncodedBlock.create(TypeUtils.writeNativeValue(type, value), count);
    }

    /** Makes a state of one segment. */
    private void publish(Slice segment, long ranges) {
        String checksum = Checksum.of(segment);
        String name = IndexLayout.newSegment("20260101T000000Z-00000000", checksum);
        put(LAYOUT.segment(name), segment.getBytes());
        SegmentEntry entry =
                new SegmentEntry(name, segment.length(), checksum, 0, ranges, 1, 1_000, List.of(BY_LABEL), List.of());
        putManifest(new Manifest("id", TABLE, 9, 1_000, "build", List.of(), true, List.of(entry))
                .toString()
                .split("\n", 2)[1]
                .getBytes(UTF_8));
    }

    private void putManifest(byte[] body) {
        String envelope = "{\"format\":\"trino-skipping-manifest\",\"version\":1,\"checksum\":\"%s\"}\n"
                .formatted(Checksum.of(Slices.wrappedBuffer(body)));
        byte[] head = envelope.getBytes(UTF_8);
        byte[] file = Arrays.copyOf(head, head.length + body.length);
        System.arraycopy(body, 0, file, head.length, body.length);
        put(LAYOUT.manifest(9), file);
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

    @Test
    public void testFootersThatNobodyWrites() throws IOException {
        // lists in lists in lists
        assertNoSegment(repeated((byte) 0x19, 1_000_000));
        // structures in structures in structures
        assertNoSegment(repeated((byte) 0x1C, 1_000_000));
        // a list of two thousand million elements, and a text as long
        assertNoSegment(new byte[] {0x19, (byte) 0xFC, -1, -1, -1, -1, 7});
        assertNoSegment(new byte[] {0x18, -1, -1, -1, -1, 7});
        assertNoSegment(new byte[] {0x18, -1, -1, -1, -1, -1, -1, -1, -1, -1, 1});
        assertNoSegment(new byte[0]);
        // a schema as deep as it is long
        List<SchemaElement> schema = new ArrayList<>();
        for (int depth = 0; depth < 50_000; depth++) {
            schema.add(new SchemaElement("a").setNum_children(1).setRepetition_type(FieldRepetitionType.OPTIONAL));
        }
        DynamicSliceOutput footer = new DynamicSliceOutput(1 << 20);
        Util.writeFileMetaData(new FileMetaData(1, schema, 1, List.of()), footer);
        assertNoSegment(footer.slice().getBytes());
    }

    private static byte[] repeated(byte value, int count) {
        byte[] bytes = new byte[count];
        Arrays.fill(bytes, value);
        return bytes;
    }

    private static void assertNoSegment(byte[] footer) {
        DynamicSliceOutput output = new DynamicSliceOutput(footer.length + 12);
        output.writeBytes("PAR1".getBytes(UTF_8));
        output.writeBytes(footer);
        output.writeInt(footer.length);
        output.writeBytes("PAR1".getBytes(UTF_8));
        within(
                LITTLE,
                () -> assertThatThrownBy(
                                () -> ParquetBounds.of(new ParquetDataSourceId("test"), output.slice(), MOST_BYTES))
                        .isInstanceOf(IOException.class));
    }

    // manifests

    @DataProvider
    public Object[][] manifests() {
        return new Object[][] {
            {"\"bytes\":[0-9]+", "\"bytes\":2147483647"},
            {"\"bytes\":[0-9]+", "\"bytes\":9223372036854775807"},
            {"\"bytes\":[0-9]+", "\"bytes\":9223372036854775808"},
            {"\"bytes\":[0-9]+", "\"bytes\":-1"},
            {"\"heapBytes\":[0-9]+", "\"heapBytes\":9223372036854775807"},
            {"\"heapBytes\":[0-9]+", "\"heapBytes\":-9223372036854775808"},
            {"\"ranges\":30", "\"ranges\":31"},
            {"\"ranges\":30", "\"ranges\":2147483647"},
            {"\"ranges\":30", "\"ranges\":9223372036854775807"},
            {"\"ranges\":30", "\"ranges\":-1"},
            {"\"objects\":1", "\"objects\":31"},
            {"\"objects\":1", "\"objects\":-1"},
            {"\"dead\":\\[]", "\"dead\":[[0,-1]]"},
            {"\"dead\":\\[]", "\"dead\":[[-1,2]]"},
            {"\"dead\":\\[]", "\"dead\":[[2147483647,2147483647]]"},
            {"\"dead\":\\[]", "\"dead\":[[0,1],[0,1]]"},
            {"\"dead\":\\[]", "\"dead\":[[0,2]]"},
            {"\"dead\":\\[]", "\"dead\":[[0]]"},
            {"\"dead\":\\[]", "\"dead\":[null]"},
            {"\"dead\":\\[]", "\"dead\":null"},
            {"\"name\":\"([^\"]*[.]parquet)\"", "\"name\":\"../segments/$1\""},
            {"\"checksum\":\"", "\"checksum\":\"0"},
            {"\"segments\":\\[(.*)\\]\\}", "\"segments\":[$1,$1]}"},
            {"\"segments\":\\[", "\"segments\":[null,"},
            {"\"requested\":\\[]", "\"requested\":[{\"type\":\"label\",\"columns\":null,\"options\":{}}]"},
            {"\"number\":9", "\"number\":10"},
        };
    }

    @Test(dataProvider = "manifests")
    public void testManifestsThatNobodyWrites(String good, String bad) throws IOException {
        String body = newestBody();
        putManifest(body.getBytes(UTF_8));
        assertThat(contents(newIndex().current().orElseThrow()))
                .as("it is what is changed that matters")
                .isEqualTo(expected);
        String changed = body.replaceFirst(good, bad);
        assertThat(changed).isNotEqualTo(body);
        putManifest(changed.getBytes(UTF_8));
        within(
                LITTLE,
                () -> assertThatThrownBy(() -> newIndex().current())
                        .isInstanceOf(IndexUnavailableException.class)
                        .hasMessageContaining(LAYOUT.directory().toString())
                        .hasMessageMatching(
                                ".*( is damaged: |it takes more memory|is not the segment that its manifest names).*"));
        assertRebuilds();
    }

    @Test
    public void testDeepManifests() throws IOException {
        for (String[] change : new String[][] {
            {"varchar", "array(".repeat(50_000) + "bigint" + ")".repeat(50_000)},
            {"\"id\":", "\"id\":" + "[".repeat(100_000)},
            {"\"id\":", "\"new\":" + "[".repeat(100_000) + ",\"id\":"},
            {"\"number\":9", "\"number\":9" + "0".repeat(100_000)}
        }) {
            setUp();
            testManifestsThatNobodyWrites(change[0], change[1]);
        }
    }

    /** Returns what the newest manifest says, with the number of the one that replaces it. */
    private String newestBody() throws IOException {
        String file = new String(content("/manifests/"), UTF_8);
        return file.substring(file.indexOf('\n') + 1).replaceFirst("\"number\":[0-9]+,", "\"number\":9,");
    }

    @Test
    public void testMutatedManifests() throws IOException {
        Random random = new Random(SEED);
        byte[] good = newestBody().getBytes(UTF_8);
        int refused = 0;
        for (int run = 0; run < RUNS; run++) {
            byte[] bytes = good.clone();
            for (int count = 1 + random.nextInt(3); count > 0; count--) {
                int position = random.nextInt(bytes.length);
                if (Character.isDigit(bytes[position])) {
                    bytes[position] = (byte) ('0' + random.nextInt(10));
                } else {
                    bytes[position] ^= (byte) (1 << random.nextInt(8));
                }
            }
            putManifest(bytes);
            try {
                within(
                        LITTLE,
                        () -> assertThatCode(() -> newIndex().current()).satisfies(thrown -> {
                            if (thrown instanceof IndexUnavailableException e) {
                                throw e;
                            }
                            assertThat(thrown).as("seed %s", SEED).isNull();
                        }));
            } catch (IndexUnavailableException e) {
                refused++;
            }
        }
        assertThat(refused).isGreaterThan(RUNS / 3);
        assertRebuilds();
    }

    // helpers

    private void assertRebuilds() {
        TableIndex index = newIndex();
        String build = index.beginBuild();
        write(index, build, "label", object);
        index.publish(build, List.of(object));
        assertThat(contents(newIndex().current().orElseThrow())).isEqualTo(expected);
    }

    @FunctionalInterface
    private interface Action {
        void run() throws IOException;
    }

    /** Runs it, and fails if it took more memory, all in all. */
    private static void within(long mostBytes, Action action) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        try {
            action.run();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            assertThat(THREADS.getCurrentThreadAllocatedBytes() - before)
                    .as("bytes of memory")
                    .isLessThan(mostBytes);
        }
    }

    private byte[] content(String folder) {
        return files.content(files.list(LAYOUT.directory()).stream()
                .map(StoredFile::location)
                .filter(file -> file.text().contains(folder))
                .max(Comparator.comparing(FileLocation::text))
                .orElseThrow());
    }

    private void put(FileLocation location, byte[] content) {
        files.put(location, content);
    }

    private void delete(FileLocation location) {
        files.delete(List.of(location));
    }
}
