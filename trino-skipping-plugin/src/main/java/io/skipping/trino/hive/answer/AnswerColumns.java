// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.answer;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static io.trino.plugin.hive.HiveColumnHandle.createBaseColumn;
import static io.trino.plugin.hive.util.HiveTypeTranslator.toHiveType;

import io.skipping.trino.core.answer.Answer;
import io.trino.plugin.hive.HiveColumnHandle;
import io.trino.spi.type.Type;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Defines the columns through which a scan returns the values of an answer. They are Hive column handles, because
 * Hive's metadata may be asked about them.
 */
public final class AnswerColumns {
    private AnswerColumns() {}

    public static List<HiveColumnHandle> of(Answer answer) {
        return IntStream.range(0, answer.values().size())
                .mapToObj(i -> column(i, answer.values().get(i).getType()))
                .collect(toImmutableList());
    }

    private static HiveColumnHandle column(int value, Type type) {
        return createBaseColumn(
                Answer.column(value),
                value,
                toHiveType(type),
                type,
                HiveColumnHandle.ColumnType.SYNTHESIZED,
                Optional.empty());
    }
}
