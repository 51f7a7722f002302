// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.build;

import static com.google.common.io.MoreFiles.deleteRecursively;
import static com.google.common.io.RecursiveDeleteOption.ALLOW_INSECURE;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.reflect.Reflection;
import io.skipping.index.ByteRange;
import io.skipping.index.ColumnOrigin;
import io.skipping.index.ColumnOrigin.Reading;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexUnavailableException;
import io.skipping.index.IndexedColumn;
import io.skipping.index.IndexedTable;
import io.skipping.index.LiveObject;
import io.skipping.index.LiveObjects;
import io.skipping.index.build.RangeSummarizer;
import io.skipping.index.snapshot.IndexSnapshot;
import io.skipping.index.snapshot.Segment;
import io.skipping.index.store.SegmentSink;
import io.skipping.index.store.TableIndex;
import io.skipping.index.type.IndexTypes;
import io.skipping.index.value.LongVector;
import io.skipping.index.value.ScalarType;
import io.skipping.index.value.ValueVector;
import io.skipping.spark.format.ReaderProfile;
import io.skipping.spark.format.ReaderProfile.Lines;
import io.skipping.spark.format.SourceFormat;
import io.skipping.spark.store.IndexRoot;
import io.skipping.spark.store.Locations;
import io.skipping.spark.store.ObjectVersions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;

/** Tests which files builds of Spark leave to the index of a table of Trino. */
public class TestOtherIndexes {
    private static final IndexedColumn ID = column("id", 0);
    private static final IndexedColumn WIDE = column("wide", 1);
    private static final List<IndexDefinition> DEFINITIONS =
            List.of(definition("minmax", ID), definition("minmax", WIDE), definition("values", WIDE));
    private static final ReaderProfile PARQUET = new ReaderProfile(SourceFormat.PARQUET, "spark/parquet", Lines.NONE);

    private final IndexTypes types = IndexTypes.load(getClass().getClassLoader());
    private final Configuration configuration = new Configuration();
    private Path folder;

    @BeforeClass
    public void createFolder() throws IOException {
        folder = Files.createTempDirectory("others");
    }

    @AfterClass(alwaysRun = true)
    public void deleteFolder() throws IOException {
        deleteRecursively(folder, ALLOW_INSECURE);
    }

    /** Trino lists all indexes of a file, also if it leaves out the values of a column because Spark reads others. */
    @Test
    public void testFilesWithoutValuesOfAColumn() throws IOException {
        org.apache.hadoop.fs.Path data = new org.apache.hadoop.fs.Path(folder.toUri());
        IndexRoot root = new IndexRoot(data, Optional.empty());
        IndexedTable trino = new IndexedTable("grid", "meters", Locations.inIndex(data));
        FileStatus full = file("full");
        FileStatus nulls = file("nulls");
        FileStatus withoutWide = file("without-wide");
        FileStatus added = file("added");

        TableIndex index = new IndexAddress(configuration, trino, root).open();
        String build = index.beginBuild();
        try (SegmentSink segment = index.newSegment(build, DEFINITIONS)) {
            add(segment, object(trino, full), List.of(ID, WIDE), 7);
            add(segment, object(trino, nulls), List.of(ID, WIDE), null);
            add(segment, object(trino, withoutWide), List.of(ID), 7);
            segment.finish();
        }
        index.publish(
                build, LiveObjects.of(List.of(object(trino, full), object(trino, nulls), object(trino, withoutWide))));

        OtherIndexes others =
                OtherIndexes.of(root, new IndexedTable("path", data.getName(), Locations.inIndex(data)), configuration);
        Predicate<FileStatus> all = others.covering(PARQUET, DEFINITIONS);
        assertThat(all.test(full)).isTrue();
        assertThat(all.test(nulls)).as("the number of NULLs is known").isTrue();
        assertThat(all.test(withoutWide))
                .as("Trino has no value of a column, and Spark may have some")
                .isFalse();
        assertThat(all.test(added)).isFalse();
        assertThat(others.covering(PARQUET, DEFINITIONS.subList(0, 1)).test(withoutWide))
                .as("the other column is not wanted")
                .isTrue();

        AtomicInteger decoded = new AtomicInteger();
        Predicate<FileStatus> damaged =
                new OtherIndexes(Map.of(trino, damaged(index, decoded))).covering(PARQUET, DEFINITIONS);
        assertThat(damaged.test(full))
                .as("what cannot be read is summarised again")
                .isFalse();
        assertThat(damaged.test(nulls)).isFalse();
        assertThat(decoded).as("not once for each file").hasValue(1);
    }

    /** Returns an index whose files are whole, but hold summaries that cannot be decoded. */
    private static TableIndex damaged(TableIndex index, AtomicInteger decoded) {
        IndexSnapshot snapshot = index.current().orElseThrow();
        List<Segment> segments = snapshot.segments().stream()
                .map(segment -> with(Segment.class, segment, "summaries", () -> {
                    decoded.incrementAndGet();
                    throw new IndexUnavailableException("Cannot decode index segment");
                }))
                .toList();
        IndexSnapshot damaged = with(IndexSnapshot.class, snapshot, "segments", () -> segments);
        return with(TableIndex.class, index, "current", () -> Optional.of(damaged));
    }

    /** Returns the same with another result of one method. */
    private static <T> T with(Class<T> type, T real, String method, Supplier<?> result) {
        return Reflection.newProxy(
                type,
                (proxy, called, arguments) ->
                        called.getName().equals(method) ? result.get() : called.invoke(real, arguments));
    }

    private FileStatus file(String name) throws IOException {
        Path file = Files.write(folder.resolve(name), new byte[100]);
        Files.setLastModifiedTime(file, FileTime.from(Instant.now().minusSeconds(60)));
        org.apache.hadoop.fs.Path path = new org.apache.hadoop.fs.Path(file.toUri());
        return path.getFileSystem(configuration).getFileStatus(path);
    }

    private static LiveObject object(IndexedTable table, FileStatus file) {
        return new LiveObject(ObjectVersions.of(table, file), "parquet/by-name{int96-zone=UTC}");
    }

    /** @param value of the columns in all rows; null for NULL */
    private void add(SegmentSink segment, LiveObject object, List<IndexedColumn> read, Integer value) {
        for (ByteRange range : List.of(new ByteRange(0, 50), new ByteRange(50, 50))) {
            RangeSummarizer summarizer = new RangeSummarizer(DEFINITIONS, types::get, read, range.length());
            summarizer.add(
                    3, read.stream().map(column -> Optional.of(vector(value))).toList());
            segment.add(object, range, summarizer.rowCount(), summarizer.finish());
        }
    }

    private static ValueVector vector(Integer value) {
        LongVector vector = new LongVector();
        if (value != null) {
            vector.fill(1, false)[0] = value;
        }
        vector.setConstant(3, value == null);
        return vector;
    }

    private static IndexedColumn column(String name, int place) {
        return new IndexedColumn(name, ScalarType.BIGINT, new ColumnOrigin(place, "bigint", Reading.AS_STORED), false);
    }

    private static IndexDefinition definition(String type, IndexedColumn column) {
        return new IndexDefinition(type, List.of(column), Map.of());
    }
}
