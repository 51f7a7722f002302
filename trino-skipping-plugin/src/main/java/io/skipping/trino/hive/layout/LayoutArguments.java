// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.layout;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static io.trino.plugin.base.util.Procedures.checkProcedureArgument;
import static java.util.Locale.ENGLISH;

import com.google.common.collect.ImmutableList;
import java.util.List;

/** Arguments that describe a layout, as the engine hands them over. */
public final class LayoutArguments {
    private LayoutArguments() {}

    /**
     * @param columns null for none
     * @return in lower case
     * @throws io.trino.spi.TrinoException if one is NULL
     */
    public static List<String> sortedBy(List<?> columns) {
        if (columns == null) {
            return ImmutableList.of();
        }
        checkProcedureArgument(!columns.contains(null), "sorted_by cannot contain null");
        return columns.stream()
                .map(name -> ((String) name).toLowerCase(ENGLISH))
                .collect(toImmutableList());
    }
}
