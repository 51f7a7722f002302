// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.build;

import static java.util.Objects.requireNonNull;

import io.skipping.index.ByteRange;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.index.LiveObject;
import io.skipping.index.ObjectVersion;
import io.skipping.index.Profile;
import io.skipping.index.build.RangeSummarizer;
import io.skipping.index.store.SegmentSink;
import io.skipping.index.type.IndexTypes;
import io.skipping.index.value.KeyColumn;
import java.io.Closeable;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.util.HadoopInputFile;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.apache.spark.paths.SparkPath;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import org.apache.spark.sql.types.StructType;
import scala.Function1;

/** Summarises files on an executor: a segment for each task, a range for each row group. */
final class SummarizeTask implements FlatMapFunction<Iterator<ListedFile>, Summarised>, Serializable {
    private final IndexAddress address;
    private final String build;
    private final List<byte[]> definitions;
    private final List<byte[]> columns;
    private final StructType schema;
    private final String profile;
    private final Function1<PartitionedFile, scala.collection.Iterator<InternalRow>> reader;

    /**
     * Creates the task.
     *
     * @param columns the columns to summarise, all of which are in {@code schema}
     * @param schema what the reader returns of each row
     */
    SummarizeTask(
            IndexAddress address,
            String build,
            List<IndexDefinition> definitions,
            List<IndexedColumn> columns,
            StructType schema,
            Profile profile,
            Function1<PartitionedFile, scala.collection.Iterator<InternalRow>> reader) {
        this.address = requireNonNull(address, "address is null");
        this.build = requireNonNull(build, "build is null");
        this.definitions = DefinitionBytes.of(definitions);
        this.columns = DefinitionBytes.ofColumns(columns);
        this.schema = requireNonNull(schema, "schema is null");
        this.profile = profile.text();
        this.reader = requireNonNull(reader, "reader is null");
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
                    for (SummarisedRange range : made) {
                        segment.add(object(file), range.range(), range.rows(), range.summaries());
                        rows += range.rows();
                    }
                    ranges += made.size();
                    done++;
                } catch (IOException | RuntimeException e) {
                    failures.add("%s cannot be summarised: %s".formatted(file.path(), e.getMessage()));
                }
            }
            if (done > 0) {
                segment.finish();
            }
        }
        return List.of(new Summarised(done, ranges, rows, failures)).iterator();
    }

    private record SummarisedRange(ByteRange range, long rows, List<List<KeyColumn>> summaries) {}

    private LiveObject object(ListedFile file) {
        return new LiveObject(
                new ObjectVersion(
                        file.pathInIndex(),
                        file.bytes(),
                        file.modifiedMillis(),
                        file.tag() == 0 ? OptionalLong.empty() : OptionalLong.of(file.tag())),
                profile);
    }

    private List<SummarisedRange> summarise(
            ListedFile file, List<IndexDefinition> indexes, List<IndexedColumn> indexed, IndexTypes types)
            throws IOException {
        RowVectors vectors = RowVectors.of(indexed, schema);
        List<SummarisedRange> ranges = new ArrayList<>();
        for (ByteRange range : ranges(file)) {
            RangeSummarizer summarizer = new RangeSummarizer(indexes, types::get, indexed, range.length());
            scala.collection.Iterator<InternalRow> rows = reader.apply(piece(file, range));
            try {
                while (rows.hasNext()) {
                    vectors.add(rows.next());
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
            ranges.add(new SummarisedRange(range, summarizer.rowCount(), summarizer.finish()));
        }
        return ranges;
    }

    /** Returns the bytes from each row group to the next; Spark reads a row group with the range that its middle is in. */
    private List<ByteRange> ranges(ListedFile file) throws IOException {
        Configuration configuration = address.configuration();
        List<Long> starts = new ArrayList<>(List.of(0L));
        try (ParquetFileReader footer =
                ParquetFileReader.open(HadoopInputFile.fromPath(new Path(file.path()), configuration))) {
            footer.getRowGroups().stream()
                    .skip(1)
                    .map(BlockMetaData::getStartingPos)
                    .forEach(starts::add);
        }
        starts.add(file.bytes());
        List<ByteRange> ranges = new ArrayList<>();
        for (int range = 0; range + 1 < starts.size(); range++) {
            ranges.add(new ByteRange(starts.get(range), starts.get(range + 1) - starts.get(range)));
        }
        return ranges;
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
