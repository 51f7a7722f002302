// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import io.skipping.index.IndexedColumn;
import io.skipping.index.predicate.Predicate;
import io.trino.plugin.hive.HiveColumnHandle;
import io.trino.spi.predicate.TupleDomain;
import java.util.List;
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

    /**
     * What a domain over Hive's columns demands of a row.
     *
     * @param coerced positions of columns that the reader converts, because an object's partition declares them with
     *     another type than the table does; summaries are not used for them
     */
    public static Predicate predicate(TupleDomain<HiveColumnHandle> domain, Set<Integer> coerced) {
        if (domain.isNone()) {
            return Predicate.NEVER;
        }
        List<Predicate> conjuncts = domain.getDomains().orElseThrow().entrySet().stream()
                .filter(entry -> isUsable(entry.getKey(), coerced))
                .map(entry -> Predicate.of(indexed(entry.getKey()), entry.getValue()))
                .collect(toImmutableList());
        return Predicate.and(ImmutableList.copyOf(conjuncts));
    }

    private static boolean isUsable(HiveColumnHandle column, Set<Integer> coerced) {
        return column.getColumnType() == HiveColumnHandle.ColumnType.REGULAR
                && column.isBaseColumn()
                && !coerced.contains(column.getBaseHiveColumnIndex());
    }
}
