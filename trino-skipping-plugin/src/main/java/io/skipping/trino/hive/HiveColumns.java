// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import io.skipping.index.IndexedColumn;
import io.skipping.index.predicate.Predicate;
import io.skipping.trino.hive.path.ColumnPath;
import io.trino.plugin.hive.HiveColumnHandle;
import io.trino.spi.predicate.TupleDomain;
import java.util.Locale;
import java.util.Set;

/** The words of the index for Hive's columns and domains. */
public final class HiveColumns {
    private HiveColumns() {}

    /** The column as the index knows it. */
    public static IndexedColumn indexed(HiveColumnHandle column) {
        return new IndexedColumn(
                column.getBaseColumnName().toLowerCase(Locale.ENGLISH),
                column.getBaseType(),
                column.getBaseHiveColumnIndex() + ":"
                        + column.getBaseHiveType().getHiveTypeName().toString());
    }

    /** Whether the values of a column are in the objects as they are, so that summaries can speak of them. */
    public static boolean isData(HiveColumnHandle column) {
        return column.getColumnType() == HiveColumnHandle.ColumnType.REGULAR && column.isBaseColumn();
    }

    /**
     * What a scan demands of a row.
     *
     * @param domain over single columns
     * @param expressions over several
     * @param coerced positions of columns that the reader converts, because an object's partition declares them with
     *     another type than the table does; summaries are not used for them
     */
    public static Predicate predicate(
            TupleDomain<HiveColumnHandle> domain, Predicate expressions, Set<Integer> coerced) {
        if (domain.isNone()) {
            return Predicate.NEVER;
        }
        ImmutableList.Builder<Predicate> conjuncts = ImmutableList.builder();
        domain.getDomains().orElseThrow().forEach((column, values) -> {
            conjuncts.add(ColumnPath.of(column)
                    .map(path -> Predicate.of(path.indexed(), values))
                    .orElse(Predicate.UNKNOWN));
        });
        conjuncts.add(expressions);
        return withoutColumns(Predicate.and(conjuncts.build()), coerced);
    }

    /** The predicate with every leaf that speaks of one of these columns made unknown. */
    private static Predicate withoutColumns(Predicate predicate, Set<Integer> positions) {
        if (positions.isEmpty()) {
            return predicate;
        }
        return switch (predicate) {
            case Predicate.And and ->
                Predicate.and(and.operands().stream()
                        .map(operand -> withoutColumns(operand, positions))
                        .collect(toImmutableList()));
            case Predicate.Or or ->
                Predicate.or(or.operands().stream()
                        .map(operand -> withoutColumns(operand, positions))
                        .collect(toImmutableList()));
            case Predicate.Unknown unknown -> unknown;
            case Predicate.Leaf leaf ->
                leaf.columns().stream().anyMatch(column -> positions.contains(position(column)))
                        ? Predicate.UNKNOWN
                        : leaf;
        };
    }

    private static int position(IndexedColumn column) {
        return Integer.parseInt(column.origin().substring(0, column.origin().indexOf(':')));
    }
}
