// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.procedure;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static io.trino.plugin.base.util.Procedures.checkProcedureArgument;

import com.google.common.collect.ImmutableMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Checks arguments that identify an index. */
final class IndexArguments {
    private IndexArguments() {}

    /**
     * Checks the names of columns.
     *
     * @throws io.trino.spi.TrinoException if there are no columns, or a name is NULL
     */
    static List<String> columns(List<?> columns) {
        checkProcedureArgument(
                columns != null && !columns.isEmpty(), "columns must name at least one column: ARRAY['latitude']");
        checkProcedureArgument(!columns.contains(null), "columns cannot contain null");
        return columns.stream().map(String.class::cast).collect(toImmutableList());
    }

    /**
     * Checks the options of an index.
     *
     * @param options null if there are none
     * @return the options by lower-case names
     * @throws io.trino.spi.TrinoException if an option has no value
     */
    static Map<String, String> options(Map<?, ?> options) {
        if (options == null) {
            return ImmutableMap.of();
        }
        ImmutableMap.Builder<String, String> result = ImmutableMap.builder();
        options.forEach((key, value) -> {
            checkProcedureArgument(value != null, "option %s cannot be null", key);
            result.put(((String) key).toLowerCase(Locale.ENGLISH), (String) value);
        });
        return result.buildOrThrow();
    }
}
