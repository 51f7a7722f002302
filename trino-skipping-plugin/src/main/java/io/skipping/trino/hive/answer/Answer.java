// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.answer;

import static com.google.common.base.Preconditions.checkArgument;
import static com.google.common.collect.ImmutableList.toImmutableList;
import static io.trino.plugin.hive.HiveColumnHandle.createBaseColumn;
import static io.trino.plugin.hive.util.HiveTypeTranslator.toHiveType;

import com.google.common.collect.ImmutableList;
import io.trino.plugin.hive.HiveColumnHandle;
import io.trino.spi.Page;
import io.trino.spi.block.Block;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.predicate.NullableValue;
import io.trino.spi.predicate.Utils;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The values of some aggregates, in the order in which the engine asked for them.
 *
 * @param values one for each aggregate
 */
public record Answer(List<NullableValue> values) {
    private static final String PREFIX = "$answer_";

    public Answer {
        values = ImmutableList.copyOf(values);
    }

    /** The columns that a scan gives the values as. Hive's, since Hive's metadata may be asked about them. */
    public List<HiveColumnHandle> columns() {
        return IntStream.range(0, values.size())
                .mapToObj(i -> createBaseColumn(
                        PREFIX + i,
                        i,
                        toHiveType(values.get(i).getType()),
                        values.get(i).getType(),
                        HiveColumnHandle.ColumnType.SYNTHESIZED,
                        Optional.empty()))
                .collect(toImmutableList());
    }

    /** The one row, of these of the columns. */
    public static Page page(AnswerSplit split, List<ColumnHandle> columns) {
        return new Page(
                1,
                columns.stream()
                        .map(column -> block(split, ((HiveColumnHandle) column).getName()))
                        .toArray(Block[]::new));
    }

    private static Block block(AnswerSplit split, String column) {
        checkArgument(column.startsWith(PREFIX), "a scan of an answer has no column %s", column);
        NullableValue value = split.values().get(Integer.parseInt(column.substring(PREFIX.length())));
        return Utils.nativeValueToBlock(value.getType(), value.getValue());
    }
}
