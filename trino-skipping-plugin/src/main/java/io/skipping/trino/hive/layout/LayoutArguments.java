// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.layout;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static io.trino.plugin.base.util.Procedures.checkProcedureArgument;
import static java.util.Locale.ENGLISH;

import com.google.common.collect.ImmutableList;
import java.util.List;

/** Converts procedure arguments that describe a layout from the engine's form. */
public final class LayoutArguments {
    private LayoutArguments() {}

    /**
     * Returns the names of the columns to sort by, in lower case.
     *
     * @param columns null for none
     * @throws io.trino.spi.TrinoException if one of the names is NULL
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
