// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.summarize;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import io.skipping.index.IndexedColumn;
import io.skipping.index.type.FooterStatistics;
import io.skipping.trino.core.summarize.ColumnarFooter.RowGroup;
import io.skipping.trino.core.summarize.DomainStatistics;
import io.skipping.trino.hive.handle.HiveColumns;
import io.trino.orc.OrcColumn;
import io.trino.orc.OrcReader;
import io.trino.orc.TupleDomainOrcPredicate;
import io.trino.orc.metadata.OrcType;
import io.trino.orc.metadata.OrcType.OrcTypeKind;
import io.trino.orc.metadata.StripeInformation;
import io.trino.orc.metadata.statistics.ColumnStatistics;
import io.trino.orc.metadata.statistics.StripeStatistics;
import io.trino.plugin.hive.HiveColumnHandle;
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
final class OrcFooter {
    private final OrcReader reader;
    private final boolean useColumnNames;

    /** @param useColumnNames whether columns are found by name rather than by position */
    OrcFooter(OrcReader reader, boolean useColumnNames) {
        this.reader = reader;
        this.useColumnNames = useColumnNames;
    }

    List<RowGroup> groups(List<HiveColumnHandle> columns) {
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

    private Map<IndexedColumn, FooterStatistics> statistics(
            long rows, StripeStatistics written, List<HiveColumnHandle> columns) {
        ImmutableMap.Builder<IndexedColumn, FooterStatistics> statistics = ImmutableMap.builder();
        for (HiveColumnHandle column : columns) {
            statistics(rows, written, column)
                    .ifPresent(trusted -> statistics.put(HiveColumns.indexed(column), trusted));
        }
        return statistics.buildOrThrow();
    }

    private Optional<FooterStatistics> statistics(long rows, StripeStatistics written, HiveColumnHandle column) {
        List<OrcColumn> found = columnsOf(column);
        if (found.isEmpty()) {
            // the reader returns NULL for a column that an object does not have
            return Optional.of(new FooterStatistics(rows, rows, Optional.empty(), Optional.empty()));
        }
        if (found.size() > 1
                || !isReadAsIs(column.getBaseType(), found.getFirst().getColumnType())) {
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
                TupleDomainOrcPredicate.getDomain(column.getBaseType(), rows, statistics)));
    }

    private List<OrcColumn> columnsOf(HiveColumnHandle column) {
        List<OrcColumn> columns = reader.getRootColumn().getNestedColumns();
        if (useColumnNames) {
            return columns.stream()
                    .filter(candidate -> candidate.getColumnName().equalsIgnoreCase(column.getBaseColumnName()))
                    .collect(toImmutableList());
        }
        int position = column.getBaseHiveColumnIndex();
        return position < columns.size() ? ImmutableList.of(columns.get(position)) : ImmutableList.of();
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
