// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.summarize;

import static com.google.common.collect.ImmutableSet.toImmutableSet;
import static io.trino.spi.type.TimestampType.TIMESTAMP_MICROS;
import static io.trino.spi.type.TimestampWithTimeZoneType.TIMESTAMP_TZ_MICROS;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.skipping.index.IndexedColumn;
import io.skipping.index.type.FooterStatistics;
import io.skipping.trino.core.summarize.ColumnarFooter.RowGroup;
import io.trino.parquet.ParquetCorruptionException;
import io.trino.parquet.ParquetDataSourceId;
import io.trino.parquet.metadata.BlockMetadata;
import io.trino.parquet.metadata.ColumnChunkMetadata;
import io.trino.parquet.metadata.ParquetMetadata;
import io.trino.parquet.predicate.TupleDomainParquetPredicate;
import io.trino.spi.predicate.Domain;
import io.trino.spi.type.BigintType;
import io.trino.spi.type.BooleanType;
import io.trino.spi.type.DateType;
import io.trino.spi.type.DecimalType;
import io.trino.spi.type.DoubleType;
import io.trino.spi.type.IntegerType;
import io.trino.spi.type.RealType;
import io.trino.spi.type.SmallintType;
import io.trino.spi.type.TimestampType;
import io.trino.spi.type.TimestampWithTimeZoneType;
import io.trino.spi.type.TinyintType;
import io.trino.spi.type.Type;
import io.trino.spi.type.VarcharType;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.joda.time.DateTimeZone;

/** Reads the row groups and their statistics from the footer of a Parquet object. */
public final class ParquetFooter {
    private final ParquetMetadata metadata;
    private final ParquetDataSourceId id;
    private final boolean movesInstants;

    /**
     * Describes a column whose statistics are wanted.
     *
     * @param type the type of the values that the reader returns
     * @param find finds the column in the schema of the object, as the reader does; empty if the object does not have the
     *     column, and the reader returns NULL for it
     */
    public record Column(
            IndexedColumn column, Type type, Function<MessageType, Optional<org.apache.parquet.schema.Type>> find) {
        public Column {
            requireNonNull(column, "column is null");
            requireNonNull(type, "type is null");
            requireNonNull(find, "find is null");
        }
    }

    /** @param zone the time zone of the times that the reader makes of instants */
    public ParquetFooter(ParquetMetadata metadata, ParquetDataSourceId id, DateTimeZone zone) {
        this.metadata = requireNonNull(metadata, "metadata is null");
        this.id = requireNonNull(id, "id is null");
        this.movesInstants = movesInstants(zone);
    }

    /** Returns whether a reader of a time zone makes other times of instants than those in UTC, which footers have. */
    public static boolean movesInstants(DateTimeZone zone) {
        return !zone.isFixed() || zone.getOffset(0) != 0;
    }

    public List<RowGroup> groups(List<Column> columns) throws IOException {
        List<BlockMetadata> blocks = metadata.getBlocks();
        List<org.apache.parquet.format.RowGroup> asWritten =
                metadata.getParquetMetadata().getRow_groups();
        if (blocks.size() != asWritten.size()) {
            throw new ParquetCorruptionException(id, "The footer states negative offsets for some row groups");
        }
        ImmutableList.Builder<RowGroup> groups = ImmutableList.builder();
        for (int i = 0; i < blocks.size(); i++) {
            BlockMetadata block = blocks.get(i);
            ImmutableList.Builder<Long> offsets = ImmutableList.builder();
            offsets.add(block.columns().getFirst().getStartingPos());
            if (asWritten.get(i).isSetFile_offset()) {
                offsets.add(asWritten.get(i).getFile_offset());
            }
            groups.add(new RowGroup(offsets.build(), block.rowCount(), statistics(block, columns)));
        }
        return groups.build();
    }

    /**
     * Returns the columns whose values engines read differently. An unsigned integer of 32 bits in a column of a wider type is
     * negative in Trino if its highest bit is set, and positive in Spark.
     */
    public Set<IndexedColumn> readUnlike(List<Column> columns) {
        return columns.stream()
                .filter(column -> !(column.type() instanceof IntegerType))
                .filter(column -> column.find()
                        .apply(metadata.getFileMetaData().getSchema())
                        .filter(ParquetFooter::hasUnsigned)
                        .isPresent())
                .map(Column::column)
                .collect(toImmutableSet());
    }

    private static boolean hasUnsigned(org.apache.parquet.schema.Type type) {
        return type.isPrimitive()
                ? type.getLogicalTypeAnnotation() instanceof LogicalTypeAnnotation.IntLogicalTypeAnnotation integer
                        && !integer.isSigned()
                        && integer.getBitWidth() == Integer.SIZE
                : type.asGroupType().getFields().stream().anyMatch(ParquetFooter::hasUnsigned);
    }

    private Map<IndexedColumn, FooterStatistics> statistics(BlockMetadata block, List<Column> columns) {
        ImmutableMap.Builder<IndexedColumn, FooterStatistics> statistics = ImmutableMap.builder();
        for (Column column : columns) {
            statistics(block, column).ifPresent(trusted -> statistics.put(column.column(), trusted));
        }
        return statistics.buildOrThrow();
    }

    private Optional<FooterStatistics> statistics(BlockMetadata block, Column column) {
        Optional<org.apache.parquet.schema.Type> fileType =
                column.find().apply(metadata.getFileMetaData().getSchema());
        if (fileType.isEmpty()) {
            // the reader returns NULL for a column that an object does not have
            long rows = block.rowCount();
            return Optional.of(new FooterStatistics(rows, rows, Optional.empty(), Optional.empty()));
        }
        if (!fileType.get().isPrimitive()
                || !isReadAsIs(column.type(), fileType.get().asPrimitiveType())) {
            return Optional.empty();
        }
        String name = fileType.get().getName();
        // names have been converted to lower case, so several may be equal
        List<ColumnChunkMetadata> chunks = block.columns().stream()
                .filter(chunk -> chunk.getPath().size() == 1
                        && chunk.getPath().toDotString().equals(name))
                .toList();
        return chunks.size() == 1 ? statistics(block, column, chunks.getFirst()) : Optional.empty();
    }

    private Optional<FooterStatistics> statistics(BlockMetadata block, Column column, ColumnChunkMetadata chunk) {
        Statistics<?> written = chunk.getStatistics();
        long rows = block.rowCount();
        if (written == null || !written.isNumNullsSet() || written.getNumNulls() > rows) {
            return Optional.empty();
        }
        // a value of a repeated or nested column is not a row
        if (chunk.getValueCount() != rows) {
            return Optional.empty();
        }
        try {
            Domain domain = TupleDomainParquetPredicate.getDomain(
                    new ColumnDescriptor(new String[] {column.column().name()}, chunk.getPrimitiveType(), 0, 1),
                    // microseconds in UTC are the keys of both types
                    column.type().equals(TIMESTAMP_TZ_MICROS) ? TIMESTAMP_MICROS : column.type(),
                    rows,
                    written,
                    id,
                    DateTimeZone.UTC);
            return Optional.of(DomainStatistics.of(rows, written.getNumNulls(), domain));
        } catch (ParquetCorruptionException e) {
            // a query with a predicate on the column fails because of it; a query without one does not
            return Optional.empty();
        }
    }

    /**
     * Returns whether the reader returns values as they were written, ordered as in the statistics. The reader may
     * instead convert from other types, shorten text or round decimals.
     */
    private boolean isReadAsIs(Type type, PrimitiveType written) {
        PrimitiveType.PrimitiveTypeName physical = written.getPrimitiveTypeName();
        LogicalTypeAnnotation annotation = written.getLogicalTypeAnnotation();
        return switch (type) {
            case BooleanType _ -> physical == PrimitiveType.PrimitiveTypeName.BOOLEAN;
            case TinyintType _, SmallintType _, IntegerType _ ->
                physical == PrimitiveType.PrimitiveTypeName.INT32 && isSignedInteger(annotation);
            case BigintType _ ->
                (physical == PrimitiveType.PrimitiveTypeName.INT64 || physical == PrimitiveType.PrimitiveTypeName.INT32)
                        && isSignedInteger(annotation);
            case DateType _ -> annotation instanceof LogicalTypeAnnotation.DateLogicalTypeAnnotation;
            case RealType _ -> physical == PrimitiveType.PrimitiveTypeName.FLOAT;
            case DoubleType _ -> physical == PrimitiveType.PrimitiveTypeName.DOUBLE;
            case DecimalType decimal ->
                annotation instanceof LogicalTypeAnnotation.DecimalLogicalTypeAnnotation other
                        && other.getScale() == decimal.getScale()
                        && other.getPrecision() <= decimal.getPrecision();
            case VarcharType text ->
                text.isUnbounded() && annotation instanceof LogicalTypeAnnotation.StringLogicalTypeAnnotation;
            // rounded, but in order; statistics of the older INT96 have no order
            case TimestampType _ ->
                physical == PrimitiveType.PrimitiveTypeName.INT64
                        && annotation instanceof LogicalTypeAnnotation.TimestampLogicalTypeAnnotation timestamp
                        && !(timestamp.isAdjustedToUTC() && movesInstants);
            case TimestampWithTimeZoneType _ ->
                type.equals(TIMESTAMP_TZ_MICROS)
                        && physical == PrimitiveType.PrimitiveTypeName.INT64
                        && annotation instanceof LogicalTypeAnnotation.TimestampLogicalTypeAnnotation timestamp
                        && timestamp.getUnit() == LogicalTypeAnnotation.TimeUnit.MICROS;
            default -> false;
        };
    }

    private static boolean isSignedInteger(LogicalTypeAnnotation annotation) {
        return annotation == null
                || annotation instanceof LogicalTypeAnnotation.IntLogicalTypeAnnotation integer && integer.isSigned();
    }
}
