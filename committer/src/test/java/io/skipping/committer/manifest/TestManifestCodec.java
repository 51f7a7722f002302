// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.manifest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.skipping.committer.name.JobId;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.hadoop.mapreduce.lib.output.committer.manifest.files.ManifestSuccessData;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

public class TestManifestCodec {
    private static final Manifest EVERY = new Manifest(
            7,
            "0123456789abcdef0123456789abcdef",
            List.of(new CommittedJob(new JobId("a"), 3, 1732224000000L, 2, 30, "00000000000000ff")),
            List.of(new ListFile("_manifest-a-01234567-00000.jsonl.gz", 5, 123, "deadbeef", 6_000)),
            List.of(
                    new ObjectLine(
                            "day=1/part-attempt.a.m00000.0.parquet",
                            3,
                            OptionalLong.of(10),
                            Optional.of("\"etag\""),
                            OptionalLong.of(4)),
                    ObjectLine.of("ü \"\\\n\u2028😀-attempt.a.m00001.0").at(4),
                    new OverwrittenLine("day=1/", 5),
                    ReplacedLine.version("000000_0", 12, 1732224000123L).at(6),
                    ReplacedLine.forever("t/part-attempt.b.m00000.0").at(7)));

    private static final SuccessData SUCCESS = new SuccessData(
            "a",
            "JobContext",
            "a job",
            "host",
            1732224000000L,
            List.of("s3a://bucket/t/part"),
            Map.of("objects", 2L),
            Map.of("why", "a test"));

    private static byte[] bytes(Manifest manifest) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ManifestCodec.write(manifest, SUCCESS, out);
        return out.toByteArray();
    }

    private static Optional<Manifest> read(byte[] bytes) throws IOException {
        return ManifestCodec.read(new ByteArrayInputStream(bytes));
    }

    private static Optional<Manifest> read(String text) throws IOException {
        return read(text.getBytes(UTF_8));
    }

    @Test
    public void testTimeOfALostManifest() throws IOException {
        Manifest after = new Manifest(1, "p", List.of(), List.of(), List.of(), 1732224000000L);
        assertThat(read(bytes(after))).contains(after);
        assertThat(new String(bytes(EVERY), UTF_8)).as("where none was lost").doesNotContain("lostMillis");
    }

    @Test
    public void testRoundTrip() throws IOException {
        assertThat(read(bytes(EVERY))).contains(EVERY);
        Manifest empty = new Manifest(1, "p", List.of(), List.of(), List.of());
        assertThat(read(bytes(empty))).contains(empty);
    }

    @Test
    public void testEarlierOverwrites() throws IOException {
        Manifest manifest =
                new Manifest(7, "p", List.of(), List.of(), List.of(new OverwrittenLine("day=1/", 5, List.of(2L, 4L))));
        byte[] bytes = bytes(manifest);
        assertThat(read(bytes)).contains(manifest);
        for (String wrong : List.of("0, 4", "2, 5")) {
            String text = new String(bytes, UTF_8)
                    .replaceFirst("\"earlier\" : \\[[^\\]]*\\]", "\"earlier\" : [ " + wrong + " ]")
                    .replaceFirst(",\\s*\"crc32c\" : \"[0-9a-f]+\"", "");
            assertThatThrownBy(() -> read(text))
                    .isInstanceOf(ManifestFormatException.class)
                    .hasMessageContaining("before generation 5");
        }
    }

    @Test
    public void testVersion1StaysReadable() throws IOException {
        try (InputStream golden = TestManifestCodec.class.getResourceAsStream("manifest-1.json")) {
            assertThat(read(golden.readAllBytes())).contains(EVERY);
        }
        // with a checksum
        try (InputStream golden = TestManifestCodec.class.getResourceAsStream("manifest-1-checked.json")) {
            byte[] expected = golden.readAllBytes();
            assertThat(read(expected)).contains(EVERY);
            assertThat(new String(bytes(EVERY), UTF_8)).isEqualTo(new String(expected, UTF_8));
        }
    }

    @Test
    public void testHadoopReadsItsSummary() throws IOException {
        byte[] bytes = bytes(EVERY);
        ManifestSuccessData manifestCommitter = ManifestSuccessData.serializer().fromBytes(bytes);
        assertThat(manifestCommitter.getJobId()).isEqualTo("a");
        assertThat(manifestCommitter.getFilenames()).containsExactly("s3a://bucket/t/part");

        var s3a = org.apache.hadoop.fs.s3a.commit.files.SuccessData.serializer().fromBytes(bytes);
        s3a.validate();
        assertThat(s3a.getSuccess()).isTrue();
        assertThat(s3a.getCommitter()).isEqualTo("attempt-naming");
        assertThat(s3a.getMetrics()).containsEntry("objects", 2L);
        assertThat(s3a.getDiagnostics()).containsEntry("why", "a test");
        assertThat(s3a.getFilenames()).containsExactly("s3a://bucket/t/part");
        assertThat(s3a.getTimestamp()).isEqualTo(1732224000000L);
    }

    @DataProvider
    public static Object[][] foreign() {
        return new Object[][] {
            {""},
            {"\n"},
            {"done"},
            {"{}"},
            {"{"},
            {"{\n  \""},
            {"{done at 2026-11-23}"},
            {"{\"dataSet\":null}"},
            {"{\"dataSet\": {\"format\": \"other\", \"version\": 1}}"},
            {"{\"dataSet\": {}}"},
            {"{\"dataSet\": []}"},
            {"{\"description\": \"a \\\"committer\\\" : \\\"attempt-naming\\\" of ours\"}"},
            {"\0\1\2\3"},
            {
                "{\"name\": \"org.apache.hadoop.fs.s3a.commit.files.SuccessData/1\", \"filenames\": [\"x\"], \"metrics\": {\"a\": 1}}"
            },
            // what S3A's committers and the manifest committer begin with
            {"""
                {
                  "name" : "org.apache.hadoop.fs.s3a.commit.files.SuccessData/1",
                  "timestamp" : 1732224000000,
                  "date" : "Thu Nov 21 21:20:00 UTC 2024",
                  "hostname" : "host",
                  "committer" : "magic",
                  "description" : "Task committer attempt_1",
                  "metrics" : { "files_created" : 4 },
                  "filenames" : [ "/t/part-00000" ]
                }"""},
        };
    }

    @Test(dataProvider = "foreign")
    public void testWhatOtherCommittersLeaveIsNoManifest(String text) throws IOException {
        assertThat(read(text)).isEmpty();
    }

    @Test
    public void testDeepJsonOfOthersIsNoManifest() throws IOException {
        assertThat(read("[".repeat(1_000_000))).isEmpty();
        assertThat(read("{\"a\":".repeat(1_000_000))).isEmpty();
    }

    /** Half a manifest must never be taken for one that says less, nor for another committer's. */
    @Test
    public void testEveryTruncationIsNoticed() throws IOException {
        byte[] bytes = bytes(EVERY);
        // shorter ones are what others may write, too
        assertThat(read("{\n  \"")).isEmpty();
        // the line break after the last '}' adds nothing
        for (int length = 6; length < bytes.length - 1; length++) {
            byte[] truncated = Arrays.copyOf(bytes, length);
            assertThatThrownBy(() -> read(truncated))
                    .as("%d of %d bytes", length, bytes.length)
                    .isInstanceOf(ManifestFormatException.class)
                    .hasMessageStartingWith("The manifest is damaged: ")
                    .hasMessageEndingWith("Restore the object from a copy, or write the data set anew");
        }
    }

    /** A manifest of a release before there was a checksum says from its field 'committer' on that it is one. */
    @Test
    public void testTruncationOfEarlierManifestsIsNoticed() throws IOException {
        byte[] bytes;
        try (InputStream golden = TestManifestCodec.class.getResourceAsStream("manifest-1.json")) {
            bytes = golden.readAllBytes();
        }
        for (int length = 230; length < bytes.length - 1; length++) {
            byte[] truncated = Arrays.copyOf(bytes, length);
            assertThatThrownBy(() -> read(truncated))
                    .as("%d of %d bytes", length, bytes.length)
                    .isInstanceOf(ManifestFormatException.class);
        }
    }

    @Test
    public void testEveryFlippedBitIsNoticed() throws IOException {
        byte[] bytes = bytes(EVERY);
        for (int bit = 0; bit < 8 * bytes.length; bit++) {
            byte[] damaged = bytes.clone();
            damaged[bit / 8] ^= (byte) (1 << bit % 8);
            Optional<Manifest> manifest;
            try {
                manifest = read(damaged);
            } catch (ManifestFormatException e) {
                continue;
            }
            // in the name of the checksum, or in white space after it
            assertThat(manifest).as("bit %d", bit).contains(EVERY);
        }
    }

    @Test
    public void testOtherFormatsAreRefused() {
        assertThatThrownBy(() -> read(
                        "{\"dataSet\": {\"format\": \"trino-skipping-data-set\", \"version\": 2, \"lines\": \"new\"}}"))
                .hasMessage(
                        "The manifest is of version 2, written by a newer release: this one knows versions up to 1");
        assertThatThrownBy(() -> readOurs("{\"format\": \"other\", \"version\": 1}"))
                .hasMessageContaining("is damaged: it is of format 'other', not 'trino-skipping-data-set'");
        assertThatThrownBy(() -> readOurs("{}")).hasMessageContaining("lacks");
        assertThatThrownBy(() -> readOurs("null")).hasMessageContaining("'dataSet' in it is not an object");
        assertThatThrownBy(() -> readOurs("[]")).hasMessageContaining("'dataSet' in it is not an object");
        assertThatThrownBy(() -> read("{\"committer\": \"attempt-naming\"}"))
                .hasMessageContaining("it has no field 'dataSet'");
        assertThatThrownBy(() -> readOurs("{}} {")).isInstanceOf(ManifestFormatException.class);
        String head = "{\"format\": \"trino-skipping-data-set\", \"version\": 1, ";
        assertThatThrownBy(() -> readOurs(head + "\"generation\": \"1\"}"))
                .hasMessageContaining("'generation' in it is not an integer");
        assertThatThrownBy(() -> readOurs(head + "\"generation\": 1, \"lists\": [{\"name\": \"../x\"}]}"))
                .hasMessageContaining("'../x' in it is not the name of a list");
        for (String generation : List.of("-1", "0", "9223372036854775807", "1000000000000000", "9223372036854775808")) {
            assertThatThrownBy(() -> readOurs(head + "\"generation\": " + generation + "}"))
                    .as(generation)
                    .isInstanceOf(ManifestFormatException.class);
        }
        assertThatThrownBy(() ->
                        readOurs(head + "\"generation\": 3, \"lines\": [{\"overwritten\": \"\", \"generation\": 4}]}"))
                .hasMessageContaining("its generation 3 does not fit its entries, whose latest generation is 4");
        assertThatThrownBy(() -> read("{\"committer\": \"attempt-naming\", \"new\": " + "[".repeat(1_000_000)))
                .hasMessageContaining("its JSON is more than 100 levels deep");
    }

    private static Optional<Manifest> readOurs(String dataSet) throws IOException {
        return read("{\"committer\": \"attempt-naming\", \"dataSet\": " + dataSet + "}");
    }

    @Test
    public void testUnknownFieldsAndLinesAreIgnored() throws IOException {
        Manifest manifest = read("""
                        {"new": {"a": []},
                         "dataSet": {"format": "trino-skipping-data-set", "new": [{}], "version": 1, "generation": 1,
                          "jobs": [{"id": "a", "new": {}}],
                          "lines": [{"novel": {"x": 1}, "generation": 1}, {"object": "a", "new": [1], "generation": 1}]}}
                        """).orElseThrow();
        assertThat(manifest.lines()).containsExactly(ObjectLine.of("a").at(1));
        assertThat(manifest.jobs()).hasSize(1);
    }

    @Test
    public void testList() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ListWriter writer = new ListWriter("l", out);
        for (Line line : EVERY.lines()) {
            writer.add(line);
        }
        writer.add(ObjectLine.of("unpublished"));
        writer.close();
        ListFile file = writer.file().at(9);
        assertThat(file.bytes()).isEqualTo(out.size());

        List<Line> expected = new ArrayList<>(EVERY.lines());
        expected.add(ObjectLine.of("unpublished").at(9));
        assertThat(read(file, out.toByteArray())).isEqualTo(expected);

        byte[] bytes = out.toByteArray();
        for (int length = 0; length < bytes.length; length++) {
            byte[] truncated = Arrays.copyOf(bytes, length);
            assertThatThrownBy(() -> read(file, truncated))
                    .as("%d of %d bytes", length, bytes.length)
                    .isInstanceOf(ManifestFormatException.class);
        }
        for (int i = 0; i < bytes.length; i++) {
            byte[] damaged = bytes.clone();
            damaged[i] ^= 1;
            assertThatThrownBy(() -> read(file, damaged))
                    .as("byte %d of %d", i, bytes.length)
                    .isInstanceOf(ManifestFormatException.class);
        }
        assertThatThrownBy(() -> read(new ListFile("l", 9, file.bytes(), file.crc32c(), 5), bytes))
                .hasMessageContaining("more than 5 lines");
    }

    private static List<Line> read(ListFile file, byte[] bytes) throws IOException {
        List<Line> lines = new ArrayList<>();
        ListReader.read(file, new ByteArrayInputStream(bytes), lines::add);
        return lines;
    }
}
