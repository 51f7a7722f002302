// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.summarize;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.skipping.index.IndexedColumn;
import io.skipping.index.type.FooterStatistics;
import io.skipping.trino.core.summarize.ColumnarFooter.RowGroup;
import io.trino.orc.OrcColumn;
import io.trino.orc.OrcReader;
import io.trino.orc.TupleDomainOrcPredicate;
import io.trino.orc.metadata.OrcType;
import io.trino.orc.metadata.OrcType.OrcTypeKind;
import io.trino.orc.metadata.StripeInformation;
import io.trino.orc.metadata.statistics.ColumnStatistics;
import io.trino.orc.metadata.statistics.StripeStatistics;
import io.trino.spi.type.BigintType;
import io.trino.spi.type.BooleanType;
import io.trino.spi.type.DateType;
import io.trino.spi.type.DecimalType;
import io.trino.spi.type.DoubleType;
import io.trino.spi.type.IntegerType;
import io.trino.spi.type.RealType;
import io.trino.spi.type.SmallintType;
import io.trino.spi.type.TinyintType;
import io.trino.spi.type.Type;
import io.trino.spi.type.VarcharType;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the stripes and their statistics from the footer of an ORC object. */
public final class OrcFooter {
    private final OrcReader reader;

    /**
     * Describes a column whose statistics are wanted.
     *
     * @param type the type of the values that the reader returns
     * @param found the columns of the object that are taken for this one, as the reader finds them; empty if the object does
     *     not have the column, and the reader returns NULL for it
     */
    public record Column(IndexedColumn column, Type type, List<OrcColumn> found) {
        public Column {
            requireNonNull(column, "column is null");
            requireNonNull(type, "type is null");
            found = ImmutableList.copyOf(found);
        }
    }

    public OrcFooter(OrcReader reader) {
        this.reader = requireNonNull(reader, "reader is null");
    }

    public List<RowGroup> groups(List<Column> columns) {
        List<StripeInformation> stripes = reader.getFooter().getStripes();
        List<Optional<StripeStatistics>> written = reader.getMetadata().getStripeStatsList();
        ImmutableList.Builder<RowGroup> groups = ImmutableList.builder();
        for (int i = 0; i < stripes.size(); i++) {
            long rows = stripes.get(i).getNumberOfRows();
            // older writers omitted the statistics, and then for all stripes
            Optional<StripeStatistics> ofStripe = written.size() == stripes.size() ? written.get(i) : Optional.empty();
            groups.add(new RowGroup(
                    ImmutableList.of(stripes.get(i).getOffset()),
                    rows,
                    ofStripe.map(found -> statistics(rows, found, columns)).orElse(ImmutableMap.of())));
        }
        return groups.build();
    }

    private static Map<IndexedColumn, FooterStatistics> statistics(
            long rows, StripeStatistics written, List<Column> columns) {
        ImmutableMap.Builder<IndexedColumn, FooterStatistics> statistics = ImmutableMap.builder();
        for (Column column : columns) {
            statistics(rows, written, column).ifPresent(trusted -> statistics.put(column.column(), trusted));
        }
        return statistics.buildOrThrow();
    }

    private static Optional<FooterStatistics> statistics(long rows, StripeStatistics written, Column column) {
        List<OrcColumn> found = column.found();
        if (found.isEmpty()) {
            // the reader returns NULL for a column that an object does not have
            return Optional.of(new FooterStatistics(rows, rows, Optional.empty(), Optional.empty()));
        }
        if (found.size() > 1 || !isReadAsIs(column.type(), found.getFirst().getColumnType())) {
            return Optional.empty();
        }
        ColumnStatistics statistics =
                written.getColumnStatistics().get(found.getFirst().getColumnId());
        if (statistics == null || !statistics.hasNumberOfValues() || statistics.getNumberOfValues() > rows) {
            return Optional.empty();
        }
        return Optional.of(DomainStatistics.of(
                rows,
                rows - statistics.getNumberOfValues(),
                TupleDomainOrcPredicate.getDomain(column.type(), rows, statistics)));
    }

    /**
     * Returns whether the reader returns values as they were written, ordered as in the statistics. The reader may
     * instead convert from other types, shorten text or round decimals, and timestamps depend on time zones.
     */
    private static boolean isReadAsIs(Type type, OrcType written) {
        OrcTypeKind kind = written.getOrcTypeKind();
        return switch (type) {
            case BooleanType _ -> kind == OrcTypeKind.BOOLEAN;
            case TinyintType _ -> kind == OrcTypeKind.BYTE;
            case SmallintType _ -> kind == OrcTypeKind.SHORT;
            case IntegerType _ -> kind == OrcTypeKind.INT || kind == OrcTypeKind.SHORT;
            case BigintType _ -> kind == OrcTypeKind.LONG || kind == OrcTypeKind.INT || kind == OrcTypeKind.SHORT;
            case DateType _ -> kind == OrcTypeKind.DATE;
            case RealType _ -> kind == OrcTypeKind.FLOAT;
            case DoubleType _ -> kind == OrcTypeKind.DOUBLE;
            case DecimalType decimal ->
                kind == OrcTypeKind.DECIMAL
                        && written.getScale().equals(Optional.of(decimal.getScale()))
                        && written.getPrecision().orElse(Integer.MAX_VALUE) <= decimal.getPrecision();
            case VarcharType text -> text.isUnbounded() && kind == OrcTypeKind.STRING;
            default -> false;
        };
    }
}
