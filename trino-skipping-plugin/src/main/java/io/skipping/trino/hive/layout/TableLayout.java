// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.layout;

import static com.google.common.collect.ImmutableMap.toImmutableMap;
import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.google.common.collect.ImmutableList;
import io.skipping.partitioner.Column;
import io.skipping.partitioner.LayoutModel;
import io.skipping.partitioner.ModelFormatException;
import io.skipping.partitioner.ModelJson;
import io.skipping.trino.core.layout.LayoutColumns;
import io.trino.plugin.hive.HiveColumnHandle;
import io.trino.plugin.hive.HiveTableHandle;
import io.trino.spi.type.ArrayType;
import io.trino.spi.type.RowType;
import io.trino.spi.type.Type;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Describes the layout of a table: how INSERT distributes and sorts its rows.
 *
 * @param model a model of the partitioner, as JSON
 * @param sortedBy names of the columns that objects are sorted by, most significant first; may be empty
 */
public record TableLayout(String model, List<String> sortedBy) {
    @JsonCreator
    public TableLayout(@JsonProperty("model") String model, @JsonProperty("sortedBy") List<String> sortedBy) {
        this.model = requireNonNull(model, "model is null");
        this.sortedBy = ImmutableList.copyOf(sortedBy);
    }

    /**
     * Parses the model.
     *
     * @throws ModelFormatException if the text is not a model
     */
    public LayoutModel read() {
        return ModelJson.read(model);
    }

    /**
     * Checks that the layout fits a table.
     *
     * @throws IllegalArgumentException if it does not; the message says why
     */
    public void check(HiveTableHandle table) {
        check(table, _ -> true);
    }

    /**
     * Checks that the layout fits a table.
     *
     * @param isShown returns whether a message may name a column of the table
     * @throws IllegalArgumentException if it does not; the message says why
     */
    void check(HiveTableHandle table, Predicate<String> isShown) {
        Map<String, Type> types = Stream.concat(table.getDataColumns().stream(), table.getPartitionColumns().stream())
                .filter(column -> !column.isHidden())
                .collect(toImmutableMap(HiveColumnHandle::getName, HiveColumnHandle::getType));
        LayoutModel layout = read();
        for (Column column : layout.columns()) {
            if (!types.containsKey(column.name())) {
                throw new IllegalArgumentException(
                        "The table has no column %s, which the layout uses; the table's columns are: %s"
                                .formatted(column.name(), shown(types.keySet(), isShown)));
            }
        }
        LayoutColumns.check(
                layout,
                layout.columns().stream()
                        .map(column -> types.get(column.name()))
                        .toList());
        List<String> data =
                table.getDataColumns().stream().map(HiveColumnHandle::getName).toList();
        for (String column : sortedBy) {
            if (!data.contains(column)) {
                throw new IllegalArgumentException(
                        "Objects cannot be sorted by '%s', which is not a data column of the table; its data columns are: %s"
                                .formatted(column, shown(data, isShown)));
            }
            if (!types.get(column).isOrderable()) {
                throw new IllegalArgumentException("Objects cannot be sorted by %s: values of type %s have no order"
                        .formatted(column, types.get(column).getDisplayName()));
            }
            if (types.get(column) instanceof ArrayType || types.get(column) instanceof RowType) {
                throw new IllegalArgumentException(
                        "Objects cannot be sorted by %s: values of type %s cannot be compared if they contain a NULL"
                                .formatted(column, types.get(column).getDisplayName()));
            }
        }
    }

    private static String shown(Collection<String> columns, Predicate<String> isShown) {
        return columns.stream().filter(isShown).collect(joining(", "));
    }
}
