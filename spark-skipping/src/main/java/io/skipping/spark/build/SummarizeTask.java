// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.build;

import static java.util.Objects.requireNonNull;

import io.skipping.index.ByteRange;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.index.LiveObject;
import io.skipping.index.build.RangeSummarizer;
import io.skipping.index.store.SegmentSink;
import io.skipping.index.type.IndexTypes;
import io.skipping.index.value.KeyColumn;
import io.skipping.spark.format.ReaderProfile;
import io.skipping.spark.store.ObjectVersions;
import java.io.Closeable;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.paths.SparkPath;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import scala.Function1;

/** Summarises files on an executor: a segment for each task. */
final class SummarizeTask implements FlatMapFunction<Iterator<ListedFile>, Summarised>, Serializable {
    private final IndexAddress address;
    private final String build;
    private final List<byte[]> definitions;
    private final List<byte[]> columns;
    private final WantedRows wanted;
    private final ReaderProfile profile;
    private final long rangeBytes;
    private final Function1<PartitionedFile, scala.collection.Iterator<InternalRow>> reader;
    private final Function1<PartitionedFile, scala.collection.Iterator<InternalRow>> rangeReader;

    /**
     * Creates the task.
     *
     * @param columns the columns that are summarised, all of which are in {@code wanted}
     * @param wanted what the reader returns of each row
     * @param rangeBytes how long the ranges are at least that a file is divided into
     * @param reader reads files that are one range
     * @param rangeReader reads a range of a file that has several
     */
    SummarizeTask(
            IndexAddress address,
            String build,
            List<IndexDefinition> definitions,
            List<IndexedColumn> columns,
            WantedRows wanted,
            ReaderProfile profile,
            long rangeBytes,
            Function1<PartitionedFile, scala.collection.Iterator<InternalRow>> reader,
            Function1<PartitionedFile, scala.collection.Iterator<InternalRow>> rangeReader) {
        this.address = requireNonNull(address, "address is null");
        this.build = requireNonNull(build, "build is null");
        this.definitions = DefinitionBytes.of(definitions);
        this.columns = DefinitionBytes.ofColumns(columns);
        this.wanted = requireNonNull(wanted, "wanted is null");
        this.profile = requireNonNull(profile, "profile is null");
        this.rangeBytes = rangeBytes;
        this.reader = requireNonNull(reader, "reader is null");
        this.rangeReader = requireNonNull(rangeReader, "rangeReader is null");
    }

    @Override
    public Iterator<Summarised> call(Iterator<ListedFile> files) {
        List<IndexDefinition> indexes = DefinitionBytes.definitions(definitions);
        List<IndexedColumn> indexed = DefinitionBytes.columns(columns);
        IndexTypes types = IndexTypes.load(getClass().getClassLoader());
        List<String> failures = new ArrayList<>();
        long done = 0;
        long ranges = 0;
        long rows = 0;
        try (SegmentSink segment = address.open().newSegment(build, indexes)) {
            while (files.hasNext()) {
                ListedFile file = files.next();
                try {
                    List<SummarisedRange> made = summarise(file, indexes, indexed, types);
                    checkIsAsListed(file);
                    LiveObject object = new LiveObject(file.version(), profile.text());
                    for (SummarisedRange range : made) {
                        segment.add(object, range.range(), range.rows(), range.summaries());
                        rows += range.rows();
                    }
                    ranges += made.size();
                    done++;
                } catch (Exception | LinkageError | AssertionError | StackOverflowError e) {
                    // Spark's readers throw checked exceptions that they do not declare
                    if (e instanceof InterruptedException) {
                        Thread.currentThread().interrupt();
                    }
                    failures.add("%s cannot be summarised: %s".formatted(file.path(), reason(e)));
                }
            }
            if (done > 0) {
                segment.finish();
            }
        }
        return List.of(new Summarised(done, ranges, rows, failures)).iterator();
    }

    private static String reason(Throwable failure) {
        return failure instanceof Exception && failure.getMessage() != null ? failure.getMessage() : failure.toString();
    }

    private record SummarisedRange(ByteRange range, long rows, List<List<KeyColumn>> summaries) {}

    /**
     * Checks that a file is what was listed, after it was read. What was read of another version must never be known under the listed one: the
     * file may be that version again by the time the build is published, if a version was deleted or a file moved back.
     */
    private void checkIsAsListed(ListedFile file) throws IOException {
        Path path = new Path(file.path());
        if (!ObjectVersions.isStill(
                file.version(), path.getFileSystem(address.configuration()).getFileStatus(path))) {
            throw new IOException("Object changed while it was summarised; the next build tries again");
        }
    }

    private List<SummarisedRange> summarise(
            ListedFile file, List<IndexDefinition> indexes, List<IndexedColumn> indexed, IndexTypes types)
            throws IOException {
        RowVectors vectors = RowVectors.of(indexed, wanted.schema());
        List<SummarisedRange> summarised = new ArrayList<>();
        List<ByteRange> ranges = new FileDivision(profile, rangeBytes).ranges(file, address.configuration());
        for (ByteRange range : ranges) {
            RangeSummarizer summarizer = new RangeSummarizer(indexes, types::get, indexed, range.length());
            vectors.begin();
            scala.collection.Iterator<InternalRow> rows =
                    (ranges.size() == 1 ? reader : rangeReader).apply(piece(file, range));
            try {
                while (rows.hasNext()) {
                    vectors.add(wanted.checked(rows.next()));
                    if (vectors.isFull()) {
                        summarizer.add(vectors.rows(), vectors.take());
                    }
                }
                summarizer.add(vectors.rows(), vectors.take());
            } finally {
                if (rows instanceof Closeable closeable) {
                    closeable.close();
                }
            }
            summarised.add(new SummarisedRange(range, summarizer.rowCount(), summarizer.finish()));
        }
        return summarised;
    }

    private static PartitionedFile piece(ListedFile file, ByteRange range) {
        return new PartitionedFile(
                InternalRow.empty(),
                SparkPath.fromPath(new Path(file.path())),
                range.start(),
                range.length(),
                new String[0],
                file.modifiedMillis(),
                file.bytes(),
                scala.collection.immutable.Map$.MODULE$.empty());
    }
}
