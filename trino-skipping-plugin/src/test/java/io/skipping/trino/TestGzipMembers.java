// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static io.skipping.trino.SkippingQueryRunner.SCHEMA;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.primitives.Bytes;
import io.skipping.committer.codec.GzipMembersOutputStream;
import io.skipping.trino.SkippingTestTables.BuildResult;
import io.trino.Session;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tables over gzip objects of several members: only the members are read that can matter, and rows are Hive's. */
public class TestGzipMembers extends AbstractLakeTest {
    private static final int OBJECTS = 3;
    private static final int ROWS = 5000;
    private static final int MEMBER_TEXT = 10_000;

    private long objectBytes;

    @Override
    protected void createTables() throws IOException {
        Path folder = createTable("readings");
        for (int object = 0; object < OBJECTS; object++) {
            Path file = Files.write(
                    folder.resolve("object-" + object + ".gz"), gzip(text(object * ROWS, ROWS), MEMBER_TEXT));
            objectBytes = Files.size(file);
        }
        BuildResult build = build("readings");
        assertThat(build.failed()).isZero();
        assertThat(build.rows()).isEqualTo(OBJECTS * ROWS);
        assertThat(build.ranges()).as("each object is several ranges").isGreaterThan(OBJECTS * 7);
    }

    /** Rows are in the order of their keys. */
    private static byte[] text(int firstKey, int rows) {
        Random random = new Random(firstKey);
        StringBuilder text = new StringBuilder();
        for (int key = firstKey; key < firstKey + rows; key++) {
            text.append(key).append(",name ").append(key / 10).append(',');
            text.append(HexFormat.of().toHexDigits(random.nextLong())).append('\n');
        }
        return text.toString().getBytes(UTF_8);
    }

    private static byte[] gzip(byte[] text, int memberText) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GzipMembersOutputStream members = new GzipMembersOutputStream(bytes, memberText)) {
            members.write(text);
        }
        return bytes.toByteArray();
    }

    private Path createTable(String name) throws IOException {
        Path folder = Files.createDirectory(root.resolve(name));
        runner.execute(
                "CREATE TABLE hive.%s.%s (k bigint, name varchar, pad varchar) WITH (format = 'TEXTFILE', textfile_field_separator = ',', external_location = 'local:///%s')"
                        .formatted(SCHEMA, name, root.relativize(folder)));
        return folder;
    }

    /** Ranges of 16 kB of text. */
    private BuildResult build(String table) {
        return tables.build(table, "4kB");
    }

    private Map<String, Long> metrics(String table, String predicate) {
        Session unmerged = Session.builder(on)
                .setCatalogSessionProperty("lake", "skipping_max_merge_distance", "0B")
                .build();
        return tables.metrics(unmerged, "SELECT count(*) FROM lake.%s.%s WHERE %s".formatted(SCHEMA, table, predicate));
    }

    private static long bytesRead(Map<String, Long> metrics) {
        return metrics.get("skipping.bytes.considered") - metrics.get("skipping.bytes.pruned");
    }

    @Test
    public void testOnlyMembersThatCanMatterAreRead() {
        assertThat(bytesRead(metrics("readings", "k = 7777")))
                .as("of an object of %s bytes", objectBytes)
                .isPositive()
                .isLessThan(objectBytes / 5);
    }

    @DataProvider
    public Object[][] queries() {
        return new Object[][] {
            {"SELECT * FROM CATALOG.readings WHERE k BETWEEN 4990 AND 5010"},
            {
                "SELECT *, \"$path\", \"$file_size\", \"$file_modified_time\" FROM CATALOG.readings WHERE k IN (0, 2500, 7777, 14999)"
            },
            {"SELECT k, \"$file_size\" FROM CATALOG.readings WHERE name = 'name 700'"},
            {"SELECT count(*), min(k), max(k), count(DISTINCT pad) FROM CATALOG.readings"},
            {"SELECT count(*), min(k), max(k) FROM CATALOG.readings WHERE k > 100 AND k < 14000 AND k % 1000 < 20"},
            {"SELECT k, pad FROM CATALOG.readings ORDER BY k DESC LIMIT 20"},
            {"SELECT k, pad FROM CATALOG.readings WHERE k > 8000 ORDER BY k LIMIT 20"},
            {"SELECT count(*) FROM (SELECT k FROM CATALOG.readings WHERE k > 2000 LIMIT 3000)"},
        };
    }

    @Test(dataProvider = "queries")
    public void testRowsAreThoseOfHive(String query) {
        assertSameRows(query);
    }

    @Test
    public void testTheFirstRowsAreFoundInFewMembers() {
        Map<String, Long> metrics =
                tables.metrics(on, "SELECT k, pad FROM lake.%s.readings ORDER BY k DESC LIMIT 20".formatted(SCHEMA));
        assertThat(bytesRead(metrics)).isPositive().isLessThan(objectBytes / 5);
    }

    @Test
    public void testLargeObjectsAreReadToTheirEndByHiveAndByUs() throws IOException {
        Path folder = createTable("large");
        // hexadecimal digits are compressed to half
        int rows = 700_000;
        Path file = Files.write(folder.resolve("object.gz"), gzip(text(0, rows), 100_000));
        assertThat(Files.size(file)).isGreaterThan(8 * 1024 * 1024);
        assertThat(rows("SELECT count(*), max(k) FROM hive.%s.large".formatted(SCHEMA))
                        .getFirst()
                        .getFields())
                .as("Hive reads all members of an object that it does not hold in memory")
                .containsExactly((long) rows, rows - 1L);
        BuildResult build = tables.build("large", "128kB");
        assertThat(build.rows()).isEqualTo(rows);
        assertThat(build.ranges()).isGreaterThan(30);
        assertSameAsPlain("SELECT * FROM CATALOG.large WHERE k BETWEEN 399990 AND 400010");
        assertSameAsPlain("SELECT count(*), sum(k), count(DISTINCT pad) FROM CATALOG.large WHERE k <> 200000");
        assertThat(bytesRead(metrics("large", "k = 400000"))).isPositive().isLessThan(Files.size(file) / 10);
    }

    @Test
    public void testAPieceOfMoreThanAFetchIsReadWhole() throws IOException {
        Path folder = createTable("large_piece");
        int rows = 1_000_000;
        Files.write(folder.resolve("object.gz"), gzip(text(0, rows), 100_000));
        tables.build("large_piece", "128kB");
        assertSameAsPlain("SELECT count(*), sum(k), min(pad), max(pad) FROM CATALOG.large_piece WHERE k < 950000");
        assertSameAsPlain("SELECT count(*), sum(k), min(pad), max(pad) FROM CATALOG.large_piece WHERE k > 50000");
    }

    @Test
    public void testRowsMayBeLongerThanMembersAndRanges() throws IOException {
        Path folder = createTable("long_rows");
        StringBuilder text = new StringBuilder();
        Random random = new Random(5);
        for (int key = 0; key < 40; key++) {
            byte[] pad = new byte[key % 7 == 3 ? 100_000 : 500];
            random.nextBytes(pad);
            text.append(key).append(",name,").append(HexFormat.of().formatHex(pad));
            text.append(List.of("\n", "\r\n", "\r").get(key % 3));
        }
        text.append("40,the last line has no end,");
        Files.write(folder.resolve("object.gz"), gzip(text.toString().getBytes(UTF_8), 5000));
        BuildResult build = build("long_rows");
        assertThat(build.rows()).isEqualTo(41);
        assertThat(build.ranges()).isGreaterThan(50);
        for (int key = 0; key <= 40; key++) {
            assertSameAsPlain("SELECT * FROM CATALOG.long_rows WHERE k = " + key);
        }
        assertSameAsPlain("SELECT * FROM CATALOG.long_rows WHERE k % 5 = 1 AND k > 3");
    }

    @Test
    public void testAnObjectThatWasOverwrittenIsReadAsItIs() throws IOException {
        Path folder = createTable("overwritten");
        Path object = folder.resolve("object.gz");
        Files.write(object, gzip(text(0, 1000), 2000));
        build("overwritten");
        Files.write(object, gzip(text(500, 1200), 3000));
        assertThat(assertSameAsPlain("SELECT * FROM CATALOG.overwritten WHERE k BETWEEN 900 AND 1100"))
                .hasSize(201);
        assertThat(metrics("overwritten", "k = 900")).containsEntry("skipping.objects.stale", 1L);
    }

    /** Where neither size nor time tells, a store's listing is of the old object and its bytes are of the new one. */
    @Test
    public void testAnotherObjectInItsPlaceGivesNoWrongRows() throws IOException {
        Path folder = createTable("replaced");
        Path object = folder.resolve("object.gz");
        byte[] before = gzip(text(0, 1000), 2000);
        Files.write(object, before);
        build("replaced");
        FileTime time = Files.getLastModifiedTime(object);
        byte[] other = gzip(text(2000, 1000), 3100);
        Files.write(object, Arrays.copyOf(other, before.length));
        Files.setLastModifiedTime(object, time);
        assertThatThrownBy(() -> rows("SELECT * FROM lake.%s.replaced WHERE k BETWEEN 900 AND 910".formatted(SCHEMA)))
                .hasStackTraceContaining("GzipFormatException");
    }

    @Test
    public void testAnObjectThatIsCutShortIsAnErrorAsItIsForHive() throws IOException {
        Path folder = createTable("cut_short");
        byte[] object = gzip(text(0, 1000), 2000);
        Files.write(folder.resolve("object.gz"), Arrays.copyOf(object, object.length - 100));
        BuildResult build = build("cut_short");
        assertThat(build.failed()).isEqualTo(1);
        for (String catalog : List.of("hive", "lake")) {
            assertThatThrownBy(() -> rows("SELECT * FROM %s.%s.cut_short WHERE k = 3".formatted(catalog, SCHEMA)))
                    .as(catalog)
                    .hasMessageContaining("Failed to read");
        }
    }

    @Test
    public void testWhatFollowsTheMembersIsIgnoredAsItIsByHive() throws IOException {
        Path folder = createTable("padded");
        Files.write(folder.resolve("object.gz"), Bytes.concat(gzip(text(0, 1000), 2000), new byte[512]));
        BuildResult build = build("padded");
        assertThat(build.ranges()).as("not cut").isEqualTo(1);
        assertThat(build.rows()).isEqualTo(1000);
        assertSameAsPlain("SELECT * FROM CATALOG.padded WHERE k > 990");
    }

    /** What the documentation warns of. */
    @Test
    public void testWhatIsBehindABrokenHeaderIsLostByHive() throws IOException {
        Path folder = createTable("broken_header");
        byte[] first = gzip(text(0, 500), 2000);
        byte[] second = gzip(text(500, 500), 2000);
        second[0] = 0;
        Files.write(folder.resolve("object.gz"), Bytes.concat(first, second));
        assertThat(rows("SELECT count(*) FROM hive.%s.broken_header".formatted(SCHEMA))
                        .getFirst()
                        .getField(0))
                .isEqualTo(500L);
        assertThat(build("broken_header").ranges()).as("not cut").isEqualTo(1);
        assertSameAsPlain("SELECT * FROM CATALOG.broken_header WHERE k % 100 < 50");
    }

    @Test
    public void testAnObjectOfOneMemberIsOneRange() throws IOException {
        Path folder = createTable("one_member");
        byte[] text = text(0, 1000);
        Files.write(folder.resolve("object.gz"), gzip(text, text.length));
        assertThat(build("one_member").ranges()).isEqualTo(1);
        assertSameAsPlain("SELECT * FROM CATALOG.one_member WHERE k > 990");
    }
}
