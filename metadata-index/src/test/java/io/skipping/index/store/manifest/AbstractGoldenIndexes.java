// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.manifest;

import static io.skipping.index.store.Labels.BY_LABEL;
import static io.skipping.index.store.Labels.LABEL;
import static io.skipping.index.store.Labels.contents;
import static io.skipping.index.value.ScalarType.BIGINT;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.toUnmodifiableSet;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.io.Resources;
import io.skipping.index.ByteRange;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.index.IndexedTable;
import io.skipping.index.LiveObject;
import io.skipping.index.ObjectVersion;
import io.skipping.index.store.FileLocation;
import io.skipping.index.store.IndexAccess;
import io.skipping.index.store.IndexLayout;
import io.skipping.index.store.IndexUser;
import io.skipping.index.store.LabelIndexType;
import io.skipping.index.store.Labels;
import io.skipping.index.store.MemoryFiles;
import io.skipping.index.store.SampleValues;
import io.skipping.index.store.SegmentSink;
import io.skipping.index.store.StoredFile;
import io.skipping.index.store.TableIndex;
import io.skipping.index.store.segment.SegmentFormat;
import io.skipping.index.type.IndexTypes;
import io.skipping.index.type.SummaryField;
import io.skipping.index.value.KeyColumn;
import io.skipping.index.value.LongColumn;
import io.skipping.index.value.ScalarType;
import java.io.IOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Indexes that were written by every version of the format stay readable, by every library that reads Parquet. */
public abstract class AbstractGoldenIndexes {
    private static final IndexedTable TABLE = new IndexedTable("grid", "meters", "memory:///warehouse/meters");
    private static final String VERSION_1 = "golden-1";
    private static final String VERSION_2 = "golden-2";

    /** Types that version 1 had values of, which the library has no keys for: nothing is known of them. */
    private static final List<String> FORMER_TYPES = List.of("time(12)", "timestamp(3) with time zone");

    /** Types that version 1 had no values of that the library can read. */
    private static final Set<ScalarType> LATER_TYPES =
            Set.of(ScalarType.TIMESTAMP_TZ, ScalarType.TIME, ScalarType.UUID);

    /** Files of the current version, by the Parquet writers of all releases of Trino that there is a plugin for. */
    private static final List<String> WRITERS = List.of("trino-476", "trino-483");

    private static final LabelIndexType EVERY = new LabelIndexType("every", formerFields());
    private static final IndexDefinition BY_EVERY = new IndexDefinition(
            "every", List.of(new IndexedColumn("reading", BIGINT, "3:bigint")), Map.of("limit", "10"));

    /** The fields of the files of version 1: every type, and then lists of each, with those that are gone behind the others. */
    private static List<SummaryField> formerFields() {
        List<SummaryField> present = former(SampleValues.fields());
        List<SummaryField> fields = new ArrayList<>();
        for (boolean isList : new boolean[] {false, true}) {
            Stream.concat(
                            present.stream()
                                    .filter(field -> field.isList() == isList)
                                    .map(SummaryField::type),
                            FORMER_TYPES.stream().map(ScalarType::other))
                    .forEach(type -> fields.add(new SummaryField("field" + fields.size(), type, isList)));
        }
        return fields;
    }

    /** The same of values. */
    private static List<List<KeyColumn>> formerRows() {
        List<KeyColumn> unknown = FORMER_TYPES.stream()
                .<KeyColumn>map(type -> new LongColumn(new long[1], Optional.of(new boolean[] {true})))
                .toList();
        return SampleValues.rows().stream()
                .map(AbstractGoldenIndexes::former)
                .map(row -> Stream.of(
                                row.subList(0, row.size() / 2),
                                unknown,
                                row.subList(row.size() / 2, row.size()),
                                unknown)
                        .flatMap(List::stream)
                        .toList())
                .toList();
    }

    /** Returns what belongs to the fields of types that are not later ones. */
    private static <T> List<T> former(List<T> ofFields) {
        List<SummaryField> fields = SampleValues.fields();
        return IntStream.range(0, fields.size())
                .filter(field -> !LATER_TYPES.contains(fields.get(field).type()))
                .mapToObj(ofFields::get)
                .toList();
    }

    protected abstract SegmentFormat format();

    @Test
    public void testVersion1() throws IOException {
        MemoryFiles files = files(VERSION_1);
        TableIndex index = index(files, EVERY);
        Map<String, String> expected = expected(EVERY, formerRows());
        assertThat(contents(index.current().orElseThrow())).isEqualTo(expected);
        assertThat(index.requested()).containsExactly(BY_EVERY, BY_LABEL);
        assertThat(index.isAutomatic())
                .as("that release chose indexes only where none was asked for, and what it built stays enough")
                .isFalse();
        assertThat(index.coverage().covers(rowObject(1), List.of(BY_EVERY))).isTrue();

        // and is built on
        index.publish(index.beginBuild(), List.of(object("spread", 30), rowObject(2)));
        Map<String, String> left = new TreeMap<>(expected);
        left.keySet().removeIf(range -> !range.contains("spread") && !range.contains("row-2@"));
        assertThat(contents(index(files, EVERY).current().orElseThrow())).isEqualTo(left);
    }

    /** Segments have version 2 if an index type encodes its summaries by another version than the first. */
    @Test
    public void testVersion2() throws IOException {
        MemoryFiles files = files(VERSION_2);
        assertThat(contents(index(files, every(2)).current().orElseThrow()))
                .isEqualTo(expected(every(2), SampleValues.rows()));

        Map<String, String> known = contents(index(files, every(1)).current().orElseThrow());
        assertThat(known)
                .as("a release that knows the type's first version uses the other indexes of the file")
                .containsOnlyKeys(expected(every(1), SampleValues.rows()).keySet())
                .containsAllEntriesOf(contents("golden", object("spread", 30)));
        assertThat(known.values()).noneMatch(range -> range.contains("every"));
    }

    /** Returns the type whose summaries have a version, which also reads former ones. */
    private static LabelIndexType every(int version) {
        return new LabelIndexType(
                "every",
                SampleValues.fields(),
                version,
                IntStream.rangeClosed(1, version).boxed().collect(toUnmodifiableSet()));
    }

    @DataProvider
    public Object[][] writers() {
        return WRITERS.stream().map(writer -> new Object[] {writer}).toArray(Object[][]::new);
    }

    @Test(dataProvider = "writers")
    public void testWhatAnotherReleaseWrites(String writer) throws IOException {
        TableIndex index = index(files(writer), every(1));
        assertThat(contents(index.current().orElseThrow())).isEqualTo(expected(every(1), SampleValues.rows()));
    }

    private static MemoryFiles files(String folder) throws IOException {
        MemoryFiles files = new MemoryFiles();
        for (String name :
                Resources.toString(resource(folder, "files.txt"), UTF_8).lines().toList()) {
            files.put(directory().resolve(name), Resources.toByteArray(resource(folder, name)));
        }
        return files;
    }

    private static Map<String, String> expected(LabelIndexType every, List<List<KeyColumn>> rows) {
        Map<String, String> expected = new TreeMap<>(contents("golden", object("spread", 30)));
        for (int row = 1; row < rows.size(); row++) {
            expected.put(
                    rowObject(row).version().path() + "@0+10",
                    "%s rows {every(reading)=%s%s}"
                            .formatted(
                                    row,
                                    every.version() == 1 ? "" : "v" + every.version(),
                                    every.describe(rows.get(row), 0)));
        }
        return expected;
    }

    /**
     * Writes the files of a version of segments, for the day when there is a next one, or another release.
     *
     * @param folder to write them to
     * @param version 1 or 2
     */
    protected void write(Path folder, int version) throws IOException {
        MemoryFiles files = new MemoryFiles();
        TableIndex index = index(files, every(version));
        index.request(_ -> List.of(BY_EVERY, BY_LABEL));
        String build = index.beginBuild();
        List<LiveObject> live = new ArrayList<>();
        try (SegmentSink sink = index.newSegment(build, List.of(BY_EVERY))) {
            List<List<KeyColumn>> rows = SampleValues.rows();
            for (int row = 0; row < rows.size(); row++) {
                live.add(rowObject(row));
                sink.add(rowObject(row), new ByteRange(0, 10), row, List.of(rows.get(row)));
            }
            sink.finish();
        }
        index.publish(build, live);
        build = index.beginBuild();
        Labels.write(index, build, "golden", object("spread", 30));
        // one object is gone, and stays in its segment as a dead one
        live.removeFirst();
        live.add(object("spread", 30));
        index.publish(build, live);
        index.beginBuild();

        List<String> names = new ArrayList<>();
        for (StoredFile file : files.list(directory())) {
            String name = file.location().text().substring(directory().text().length() + 1);
            names.add(name);
            Files.createDirectories(folder.resolve(name).getParent());
            Files.write(folder.resolve(name), files.content(file.location()));
        }
        Files.write(folder.resolve("files.txt"), names);
    }

    private static URL resource(String version, String name) {
        return Resources.getResource(AbstractGoldenIndexes.class, version + "/" + name);
    }

    private TableIndex index(MemoryFiles files, LabelIndexType every) {
        return new ObjectStoreIndexStore(
                        format(),
                        new IndexTypes(List.of(LABEL, every)),
                        new ObjectStoreIndexStore.Options(Optional.empty(), 16 << 20))
                .open(TABLE, new IndexAccess(() -> files, Optional.of(new IndexUser("user", Set.of()))));
    }

    private static FileLocation directory() {
        return IndexLayout.of(TABLE, Optional.empty()).directory();
    }

    private static LiveObject rowObject(int row) {
        return object("row-" + row, 10);
    }

    private static LiveObject object(String name, long size) {
        return new LiveObject(new ObjectVersion(TABLE.location() + "/" + name, size, 1_000_000_000_000L), "csv");
    }
}
