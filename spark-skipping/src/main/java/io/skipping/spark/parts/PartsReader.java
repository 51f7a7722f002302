// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.parts;

import static java.util.Objects.requireNonNull;

import io.skipping.index.ByteRange;
import java.io.Serializable;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.execution.datasources.PartitionedFile;
import scala.Function1;
import scala.Option;
import scala.collection.IterableOnce;
import scala.collection.Iterator;
import scala.jdk.javaapi.CollectionConverters;
import scala.runtime.AbstractFunction1;

/** Reads of each split of a file the bytes that are in its {@link FileParts}, one piece after the other, by Spark's reader. */
final class PartsReader extends AbstractFunction1<PartitionedFile, Iterator<InternalRow>> implements Serializable {
    private final Function1<PartitionedFile, Iterator<InternalRow>> reader;
    /** null if there are none; an {@code Optional} cannot be serialized */
    private final RowGroups groups;

    /** @param reader reads the rows that it finds in a range of a file */
    PartsReader(Function1<PartitionedFile, Iterator<InternalRow>> reader) {
        this(reader, Optional.empty());
    }

    /**
     * Creates the reader.
     *
     * @param groups of Parquet, which other engines may have found by other positions
     */
    PartsReader(Function1<PartitionedFile, Iterator<InternalRow>> reader, Optional<RowGroups> groups) {
        this.reader = requireNonNull(reader, "reader is null");
        this.groups = groups.orElse(null);
    }

    @Override
    public Iterator<InternalRow> apply(PartitionedFile split) {
        Option<Object> metadata = split.otherConstantMetadataColumnValues().get(FileParts.KEY);
        if (metadata.isEmpty() || !(metadata.get() instanceof FileParts parts)) {
            return reader.apply(split);
        }
        ByteRange bytes = new ByteRange(split.start(), split.length());
        List<ByteRange> pieces = parts.in(bytes);
        if (pieces.equals(List.of(bytes))
                || groups != null && !groups.areWholeIn(split.toPath(), split.fileSize(), parts)) {
            return reader.apply(split);
        }
        return CollectionConverters.asScala(
                        pieces.stream().map(piece -> piece(split, piece)).iterator())
                .flatMap(rows());
    }

    /** The elements may be batches of rows, whatever their type says, so that none may be looked at here. */
    @SuppressWarnings("unchecked")
    private Function1<PartitionedFile, IterableOnce<InternalRow>> rows() {
        return (Function1<PartitionedFile, IterableOnce<InternalRow>>) (Function1<?, ?>) reader;
    }

    private static PartitionedFile piece(PartitionedFile split, ByteRange piece) {
        return split.copy(
                split.partitionValues(),
                split.filePath(),
                piece.start(),
                piece.length(),
                split.locations(),
                split.modificationTime(),
                split.fileSize(),
                split.otherConstantMetadataColumnValues());
    }
}
