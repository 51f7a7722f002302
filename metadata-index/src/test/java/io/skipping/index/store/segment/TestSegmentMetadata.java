// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.segment;

import static io.skipping.index.value.ScalarType.BIGINT;
import static io.skipping.index.value.ScalarType.VARCHAR;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.airlift.slice.Slice;
import io.skipping.index.ByteRange;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.index.IndexedTable;
import io.skipping.index.LiveObject;
import io.skipping.index.ObjectVersion;
import io.skipping.index.store.LabelIndexType;
import io.skipping.index.store.Labels;
import io.skipping.index.store.SampleValues;
import io.skipping.index.type.IndexTypes;
import io.skipping.index.type.SummaryField;
import io.skipping.index.value.ScalarType;
import java.io.IOException;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.testng.annotations.Test;

public class TestSegmentMetadata {
    private static final IndexedTable TABLE = new IndexedTable("grid", "meters", "memory:///meters");
    private static final String BUILD = "20260101T000000Z-00000000";
    private static final IndexDefinition DEFINITION = new IndexDefinition(
            "label", List.of(new IndexedColumn("city", VARCHAR, "0:string")), Map.of("limit", "10"));
    private static final List<SummaryField> FIELDS =
            List.of(new SummaryField("label", VARCHAR), SummaryField.list("numbers", BIGINT));

    /** As releases wrote it before definitions had versions. */
    private static final String WITHOUT_VERSION = """
            {"version":1,"schema":"grid","table":"meters","location":"memory:///meters",\
            "build":"20260101T000000Z-00000000","definitions":[{"type":"label",\
            "columns":[{"name":"city","type":"varchar","origin":"0:string"}],"options":{"limit":"10"},\
            "fields":[{"name":"label","type":"varchar","column":"label(city).label"},\
            {"name":"numbers","type":"array(bigint)","column":"label(city).numbers"}]}]}""";

    private static SegmentMetadata metadata(int version) {
        return new SegmentMetadata(
                TABLE, BUILD, StoredDefinition.layOut(List.of(DEFINITION), installed(version, version)));
    }

    private static IndexTypes installed(int version, Integer... read) {
        return new IndexTypes(List.of(new LabelIndexType("label", FIELDS, version, Set.of(read))));
    }

    @Test
    public void testVersionOneIsNotWritten() throws IOException {
        SegmentMetadata metadata = metadata(1);
        assertThat(metadata.toMap()).isEqualTo(Map.of(SegmentMetadata.KEY, WITHOUT_VERSION));
        assertThat(SegmentMetadata.parse(metadata.toMap())).isEqualTo(metadata);
    }

    @Test
    public void testOtherVersionsAreWritten() throws IOException {
        SegmentMetadata metadata = metadata(3);
        assertThat(metadata.toMap().get(SegmentMetadata.KEY))
                .as("and readers that do not know of it refuse the file")
                .isEqualTo(WITHOUT_VERSION
                        .replace("{\"version\":1", "{\"version\":2")
                        .replace("numbers\"}]}", "numbers\"}],\"version\":3}"));
        assertThat(SegmentMetadata.parse(metadata.toMap())).isEqualTo(metadata);
        assertThat(SegmentMetadata.parse(metadata.toMap())
                        .definitions()
                        .getFirst()
                        .version())
                .isEqualTo(3);
    }

    @Test
    public void testVersionsThatCannotBe() {
        for (String version : List.of("0", "-1", "\"two\"", "null", "9999999999", "[]")) {
            String json = WITHOUT_VERSION.replace("\"options\"", "\"version\":%s,\"options\"".formatted(version));
            assertThatThrownBy(() -> SegmentMetadata.parse(Map.of(SegmentMetadata.KEY, json)))
                    .as(version)
                    .isInstanceOfAny(IOException.class, IllegalArgumentException.class);
        }
    }

    @Test
    public void testWhoCanReadWhichVersion() {
        StoredDefinition first = metadata(1).definitions().getFirst();
        StoredDefinition second = metadata(2).definitions().getFirst();
        assertThat(first.isUsable(installed(1, 1))).isTrue();
        assertThat(first.isUsable(installed(2, 2))).isFalse();
        assertThat(first.isUsable(installed(2, 1, 2))).isTrue();
        assertThat(second.isUsable(installed(1, 1))).isFalse();
        assertThat(first.isUsable(new IndexTypes(List.of())))
                .as("not installed")
                .isFalse();
        assertThat(first.isUsable(new IndexTypes(List.of(new LabelIndexType("label", FIELDS.subList(0, 1))))))
                .as("other fields")
                .isFalse();
        assertThat(first.content()).isNotEqualTo(second.content());
    }

    /** Types that the library has no keys for come back as they are, whatever they are called. */
    @Test
    public void testTypesThatAreNotKnown() throws IOException {
        for (String type :
                List.of("time(12)", "timestamp(3) with time zone", "row(a bigint)", "x", "", "array(varchar)")) {
            String json = WITHOUT_VERSION
                    .replace("\"city\",\"type\":\"varchar\"", "\"city\",\"type\":\"%s\"".formatted(type))
                    .replace("array(bigint)", "array(%s)".formatted(type));
            SegmentMetadata metadata = SegmentMetadata.parse(Map.of(SegmentMetadata.KEY, json));
            StoredDefinition stored = metadata.definitions().getFirst();
            assertThat(stored.definition().columns().getFirst().type()).isEqualTo(ScalarType.other(type));
            assertThat(stored.summaryFields().get(1)).isEqualTo(SummaryField.list("numbers", ScalarType.other(type)));
            assertThat(stored.isUsable(installed(1, 1))).isFalse();
            assertThat(metadata.toMap()).isEqualTo(Map.of(SegmentMetadata.KEY, json));
            assertThat(SegmentSchema.columns(List.of(stored)))
                    .as("that can be read")
                    .hasSize(SegmentSchema.OBJECT_COLUMNS.size() + 1);
        }
    }

    @Test
    public void testTypesInTypes() {
        String deep = "array(".repeat(200) + "bigint" + ")".repeat(200);
        for (String place : List.of("\"array(bigint)\"", "\"city\",\"type\":\"varchar\"")) {
            String json = WITHOUT_VERSION.replace(
                    place, place.contains("city") ? "\"city\",\"type\":\"" + deep + "\"" : "\"" + deep + "\"");
            assertThatThrownBy(() -> SegmentMetadata.parse(Map.of(SegmentMetadata.KEY, json)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("more than 100 levels");
        }
    }

    @Test
    public void testNewerFormat() {
        assertThatThrownBy(() -> SegmentMetadata.parse(
                        Map.of(SegmentMetadata.KEY, WITHOUT_VERSION.replace("{\"version\":1", "{\"version\":3"))))
                .isInstanceOf(IndexRefusedException.class)
                .hasMessageContaining("format version 3");
    }

    @Test
    public void testVersionOfASegment() throws IOException {
        for (int version = 1; version <= 2; version++) {
            SegmentBuffer buffer = new SegmentBuffer(metadata(version), new ArraySegmentFormat());
            buffer.add(
                    new LiveObject(new ObjectVersion("memory:///meters/part", 10, 1), "csv"),
                    new ByteRange(0, 10),
                    1,
                    List.of(List.of(
                            Labels.text("a"),
                            SampleValues.concatenated(
                                            List.of(FIELDS.get(1)),
                                            List.of(List.of(SampleValues.rows()
                                                    .getLast()
                                                    .get(24))))
                                    .getFirst())));
            Slice content = buffer.encode();
            SegmentFile file =
                    new SegmentFile("name", "location", content, new ArraySegmentFormat(), new MemoryLimit(1 << 20));
            BitSet live = new BitSet();
            live.set(0);
            for (boolean usable : new boolean[] {false, true}) {
                SegmentView view = new SegmentView(file, live, definition -> usable);
                assertThat(view.definitions()).isEqualTo(usable ? List.of(DEFINITION) : List.of());
                assertThat(view.version(DEFINITION)).isEqualTo(version);
                assertThat(SampleValues.values(view.summaries(DEFINITION).getFirst()))
                        .containsExactly("a");
            }
        }
    }

    @Test
    public void testSizesForPeople() {
        assertThat(MemoryLimit.text(0)).isEqualTo("0B");
        assertThat(MemoryLimit.text(1023)).isEqualTo("1023B");
        assertThat(MemoryLimit.text(1024)).isEqualTo("1kB");
        assertThat(MemoryLimit.text(256L << 20)).isEqualTo("256MB");
        assertThat(MemoryLimit.text(1536L << 20)).isEqualTo("1.50GB");
        assertThat(MemoryLimit.text(Long.MAX_VALUE)).isEqualTo("8EB");
    }
}
