// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static io.skipping.trino.SkippingQueryRunner.SCHEMA;
import static io.trino.spi.type.BigintType.BIGINT;
import static io.trino.spi.type.VarcharType.VARCHAR;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import io.airlift.slice.Slices;
import io.airlift.units.DataSize;
import io.trino.Session;
import io.trino.hive.formats.encodings.binary.BinaryColumnEncodingFactory;
import io.trino.hive.formats.rcfile.RcFileWriter;
import io.trino.spi.PageBuilder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.joda.time.DateTimeZone;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/**
 * Tests objects whose blocks or lines are longer than the ranges of the index, as row groups of RCFile are, so that no row
 * begins in most ranges.
 */
@Test(singleThreaded = true, groups = "servers")
public class TestLongBlocks extends AbstractLakeTest {
    private static final Instant LONG_AGO = Instant.parse("2026-01-01T00:00:00Z");

    /** Row groups of 0.8 MB each; the keys of their rows ascend. */
    private static final int BLOCKS = 9;

    private static final int BLOCK_ROWS = 100;

    /** Lines of 100 kB each; their keys ascend. */
    private static final int LINES = 10;

    /** Requests the bytes in which a reader of blocks looks for the header. */
    private static final String HEADER = "bytes=0-65535";

    private TestingS3 s3;

    @Override
    protected void createTables() throws Exception {
        s3 = new TestingS3();
        s3.createLake(runner, "counted", root);
        List<Integer> blocks = Collections.nCopies(BLOCKS, BLOCK_ROWS);
        s3.put("blocks/object", rcFile(blocks, _ -> 8000), LONG_AGO);
        create("counted", "blocks", "RCBINARY", "s3://%s/blocks".formatted(TestingS3.BUCKET));
        s3.put("lines/object", lines(IntStream.range(0, LINES).toArray(), _ -> 100_000), LONG_AGO);
        create("counted", "lines", "TEXTFILE", "s3://%s/lines".formatted(TestingS3.BUCKET));
        SkippingTestTables counted = new SkippingTestTables(runner, root, "counted");
        assertThat(counted.build("blocks", "256kB").rows()).isEqualTo(BLOCKS * BLOCK_ROWS);
        assertThat(s3.takeRequests())
                .as(
                        "a build searches 28 ranges for marks, and fetches the object once, beside samples of its first rows")
                .containsOnlyOnce("GET")
                .hasSizeLessThan(10);
        assertThat(counted.build("lines", "16kB").rows()).isEqualTo(LINES);
    }

    @Override
    protected void clearUp() {
        if (s3 != null) {
            s3.close();
            s3 = null;
        }
    }

    private void create(String catalog, String table, String format, String location) {
        runner.execute("CREATE TABLE %s.%s.%s (k bigint, name varchar) WITH (format = '%s', external_location = '%s')"
                .formatted(catalog, SCHEMA, table, format, location));
    }

    private interface Bytes {
        int ofName(int key);
    }

    /** @param blocks how many rows each row group has; their keys ascend from 0 */
    private static byte[] rcFile(List<Integer> blocks, Bytes bytes) throws IOException {
        ByteArrayOutputStream object = new ByteArrayOutputStream();
        try (RcFileWriter writer = new RcFileWriter(
                object,
                List.of(BIGINT, VARCHAR),
                new BinaryColumnEncodingFactory(DateTimeZone.UTC),
                Optional.empty(),
                Map.of(),
                DataSize.ofBytes(1),
                DataSize.of(1, DataSize.Unit.GIGABYTE),
                false)) {
            int key = 0;
            for (int rows : blocks) {
                PageBuilder page = new PageBuilder(List.of(BIGINT, VARCHAR));
                for (int end = key + rows; key < end; key++) {
                    page.declarePosition();
                    BIGINT.writeLong(page.getBlockBuilder(0), key);
                    VARCHAR.writeSlice(page.getBlockBuilder(1), Slices.utf8Slice(name(key, bytes)));
                }
                writer.write(page.build());
            }
        }
        return object.toByteArray();
    }

    private static byte[] lines(int[] keys, Bytes bytes) {
        return IntStream.of(keys)
                .mapToObj(key -> "%d\u0001%s\n".formatted(key, name(key, bytes)))
                .collect(joining())
                .getBytes(UTF_8);
    }

    private static String name(int key, Bytes bytes) {
        String start = "name-%06d-".formatted(key);
        return start + "x".repeat(bytes.ofName(key));
    }

    private List<String> requests(String table, String condition, long rows) {
        s3.takeRequests();
        assertThat(runner.execute("SELECT count(name) FROM counted.%s.%s WHERE %s".formatted(SCHEMA, table, condition))
                        .getOnlyValue())
                .as(condition)
                .isEqualTo(rows);
        return s3.takeRequests();
    }

    private static long size(String request) {
        String[] ends = request.substring("bytes=".length()).split("-");
        return Long.parseLong(ends[1]) - Long.parseLong(ends[0]) + 1;
    }

    @Test
    public void testAnObjectThatIsWantedIsReadByOneRequest() {
        // also when the store is known to answer fast
        for (int query = 0; query < 20; query++) {
            assertThat(requests("blocks", "k >= 0 AND name LIKE '%x%'", BLOCKS * BLOCK_ROWS))
                    .as("all row groups, query %s", query)
                    .hasSize(1);
            assertThat(requests("lines", "k >= 0 AND name LIKE '%x%'", LINES))
                    .as("all lines, query %s", query)
                    .hasSize(1);
        }
    }

    @Test
    public void testNeighboursAreReadByOneRequest() {
        List<String> requests = requests("blocks", "k BETWEEN 310 AND 680 AND name LIKE '%x%'", 371);
        assertThat(requests)
                .as("the header, and four row groups with the search for their first mark")
                .hasSize(2)
                .contains(HEADER);
        assertThat(requests.stream().mapToLong(TestLongBlocks::size).sum())
                .as("bytes of row groups, and some more, since they end within a range")
                .isBetween(4 * 800_000L, 5 * 800_000L);

        List<String> lines = requests("lines", "k BETWEEN 3 AND 6 AND name LIKE '%x%'", 4);
        assertThat(lines).as("four lines, and the end of the last").hasSize(2);
        assertThat(lines.stream().mapToLong(TestLongBlocks::size).sum()).isBetween(400_000L, 500_000L);
    }

    @Test
    public void testABlockIsReadByOneRequest() {
        List<String> requests = requests("blocks", "k = 512", 1);
        assertThat(requests).as("the header, and a row group").hasSize(2).contains(HEADER);
        assertThat(requests.stream().mapToLong(TestLongBlocks::size).sum())
                .as("bytes of a row group, and some more")
                .isBetween(800_000L, 2 * 800_000L);
    }

    @DataProvider
    public Object[][] seeds() {
        return IntStream.range(0, 6).mapToObj(seed -> new Object[] {seed}).toArray(Object[][]::new);
    }

    /** Row groups and lines of all lengths, in splits that begin and end anywhere. */
    @Test(dataProvider = "seeds")
    public void testRowsAreThoseOfHive(int seed) throws IOException {
        Random random = new Random(seed);
        Bytes bytes = key -> (int) Math.abs(key * 0x9E3779B97F4A7C15L % 300);
        String blocks = "blocks_" + seed;
        String lines = "lines_" + seed;
        Path folder = Files.createDirectories(root.resolve("long-" + seed));
        Files.createDirectories(folder.resolve("blocks"));
        Files.createDirectories(folder.resolve("lines"));
        int rows = 0;
        for (int object = 0; object < 3; object++) {
            List<Integer> groups = new ArrayList<>();
            for (int group = random.nextInt(12) + 1; group > 0; group--) {
                groups.add(random.nextInt(random.nextInt(3) == 0 ? 400 : 20) + 1);
            }
            Files.write(folder.resolve("blocks/object-" + object), rcFile(groups, bytes));
            rows = Math.max(rows, groups.stream().mapToInt(group -> group).sum());
            int[] keys = random.ints(random.nextInt(30) + 1, 0, 100).sorted().toArray();
            Files.write(
                    folder.resolve("lines/object-" + object),
                    lines(keys, key -> bytes.ofName(key) * (key % 4 == 0 ? 100 : 1)));
        }
        create("hive", blocks, "RCBINARY", "local:///long-%d/blocks".formatted(seed));
        create("hive", lines, "TEXTFILE", "local:///long-%d/lines".formatted(seed));
        String range = random.nextInt(4, 12) + "kB";
        assertThat(tables.build(blocks, range).failed()).isZero();
        assertThat(tables.build(lines, range).failed()).isZero();
        for (String table : List.of(blocks, lines)) {
            for (int i = 0; i < 12; i++) {
                Session session = SplitSizes.set(Session.builder(on), "lake", random.nextInt(4, 100) + "kB")
                        .setCatalogSessionProperty("lake", "skipping_max_merge_distance", random.nextInt(3) * 4 + "kB")
                        .build();
                int keys = table.equals(blocks) ? rows : 100;
                int first = random.nextInt(keys);
                String condition = i == 0
                        ? "k >= 0 AND name LIKE '%x%'"
                        : "(k BETWEEN %d AND %d OR k IN (%d, %d)) AND length(name) >= 0"
                                .formatted(
                                        first,
                                        first + random.nextInt(i % 2 == 0 ? 5 : keys),
                                        random.nextInt(keys),
                                        random.nextInt(keys));
                metricsOfSameRows(
                        session,
                        "SELECT \"$path\", k, length(name), checksum(to_utf8(name)) FROM CATALOG.%s WHERE %s GROUP BY 1, 2, 3"
                                .formatted(table, condition));
                metricsOfSameRows(
                        session,
                        "SELECT k FROM CATALOG.%s WHERE k >= %d ORDER BY k LIMIT %d"
                                .formatted(table, first, random.nextInt(50) + 1));
            }
        }
    }
}
