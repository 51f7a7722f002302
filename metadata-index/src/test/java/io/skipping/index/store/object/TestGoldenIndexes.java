// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.object;

import static io.skipping.index.store.Labels.BY_LABEL;
import static io.skipping.index.store.Labels.LABEL;
import static io.skipping.index.store.Labels.contents;
import static io.skipping.index.store.Labels.write;
import static io.trino.spi.type.BigintType.BIGINT;
import static io.trino.type.InternalTypeManager.TESTING_TYPE_MANAGER;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.io.Resources;
import io.airlift.units.DataSize;
import io.skipping.index.ByteRange;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.index.IndexedTable;
import io.skipping.index.LiveObject;
import io.skipping.index.ObjectVersion;
import io.skipping.index.store.FileLocation;
import io.skipping.index.store.IndexAccess;
import io.skipping.index.store.IndexUser;
import io.skipping.index.store.LabelIndexType;
import io.skipping.index.store.MemoryFiles;
import io.skipping.index.store.SampleValues;
import io.skipping.index.store.SegmentSink;
import io.skipping.index.store.StoredFile;
import io.skipping.index.store.TableIndex;
import io.skipping.index.type.IndexTypes;
import io.trino.spi.block.Block;
import io.trino.spi.type.TypeId;
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
import org.testng.annotations.Test;

/** Indexes that were written by every version of the format stay readable. */
public class TestGoldenIndexes {
    private static final IndexedTable TABLE = new IndexedTable("grid", "meters", "memory:///warehouse/meters");
    private static final String VERSION_1 = "golden-1";

    private static final LabelIndexType EVERY = new LabelIndexType("every", SampleValues.fields());
    private static final IndexDefinition BY_EVERY = new IndexDefinition(
            "every", List.of(new IndexedColumn("reading", BIGINT, "3:bigint")), Map.of("limit", "10"));

    @Test
    public void testVersion1() throws IOException {
        MemoryFiles files = new MemoryFiles();
        for (String name : Resources.toString(resource(VERSION_1, "files.txt"), UTF_8)
                .lines()
                .toList()) {
            files.put(directory().resolve(name), Resources.toByteArray(resource(VERSION_1, name)));
        }
        TableIndex index = index(files);
        assertThat(contents(index.current().orElseThrow())).isEqualTo(expected());
        assertThat(index.requested()).containsExactly(BY_EVERY, BY_LABEL);
        assertThat(index.isAutomatic())
                .as("that release chose indexes only where none was asked for, and what it built stays enough")
                .isFalse();
        assertThat(index.coverage().covers(rowObject(1), List.of(BY_EVERY))).isTrue();

        // and is built on
        index.publish(index.beginBuild(), List.of(object("spread", 30), rowObject(2)));
        Map<String, String> left = new TreeMap<>(expected());
        left.keySet().removeIf(range -> !range.contains("spread") && !range.contains("row-2@"));
        assertThat(contents(index(files).current().orElseThrow())).isEqualTo(left);
    }

    private static Map<String, String> expected() {
        Map<String, String> expected = new TreeMap<>(contents("golden", object("spread", 30)));
        List<List<Block>> rows = SampleValues.rows();
        for (int row = 1; row < rows.size(); row++) {
            expected.put(
                    rowObject(row).version().path() + "@0+10",
                    "%s rows {every(reading)=%s}".formatted(row, EVERY.describe(rows.get(row), 0)));
        }
        return expected;
    }

    /**
     * Writes the files of the current version, for the day when there is a next one.
     *
     * @param arguments the folder
     */
    public static void main(String[] arguments) throws IOException {
        MemoryFiles files = new MemoryFiles();
        TableIndex index = index(files);
        index.request(_ -> List.of(BY_EVERY, BY_LABEL));
        String build = index.beginBuild();
        List<LiveObject> live = new ArrayList<>();
        try (SegmentSink sink = index.newSegment(build, List.of(BY_EVERY))) {
            List<List<Block>> rows = SampleValues.rows();
            for (int row = 0; row < rows.size(); row++) {
                live.add(rowObject(row));
                sink.add(rowObject(row), new ByteRange(0, 10), row, List.of(rows.get(row)));
            }
            sink.finish();
        }
        index.publish(build, live);
        build = index.beginBuild();
        write(index, build, "golden", object("spread", 30));
        // one object is gone, and stays in its segment as a dead one
        live.removeFirst();
        live.add(object("spread", 30));
        index.publish(build, live);
        index.beginBuild();

        Path folder = Path.of(arguments[0]);
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
        return Resources.getResource(TestGoldenIndexes.class, version + "/" + name);
    }

    private static TableIndex index(MemoryFiles files) {
        return new ObjectStoreIndexStore(
                        id -> TESTING_TYPE_MANAGER.getType(TypeId.of(id)),
                        new IndexTypes(List.of(LABEL, EVERY)),
                        new ObjectStoreIndexStore.Options(Optional.empty(), DataSize.of(16, DataSize.Unit.MEGABYTE)))
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
