// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.procedure;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static io.trino.plugin.base.util.Procedures.checkProcedureArgument;

import com.google.common.collect.ImmutableMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Arguments that name an index, as the engine hands them over. */
final class IndexArguments {
    private IndexArguments() {}

    /** @throws io.trino.spi.TrinoException if there is none, or one is NULL */
    static List<String> columns(List<?> columns) {
        checkProcedureArgument(
                columns != null && !columns.isEmpty(), "columns must name at least one column: ARRAY['latitude']");
        checkProcedureArgument(!columns.contains(null), "columns cannot contain null");
        return columns.stream().map(String.class::cast).collect(toImmutableList());
    }

    /**
     * @param options null for none
     * @return by lower-case names
     * @throws io.trino.spi.TrinoException if one has no value
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
