// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder.doctor;

import io.skipping.builder.catalog.SkippingCatalog;
import io.skipping.command.TableName;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Finds what rewrites of tables have left. Each rewrite by {@code partitioner.jar} has a staging table until it is finished, and
 * the staging table has the rows that are not needed any more.
 */
public final class StagingTables {
    private static final Pattern NAME = Pattern.compile("_skipping_rewrite_(.+)_[0-9a-f]{8}", Pattern.DOTALL);

    private final SkippingCatalog catalog;

    /** Holds the staging tables by their schema: each schema is asked for once, however many tables it has. */
    private final Map<String, List<TableName>> bySchema = new HashMap<>();

    private final Set<TableName> told = new HashSet<>();

    /** Creates what finds the staging tables of a catalog; asks it for nothing yet. */
    public StagingTables(SkippingCatalog catalog) {
        this.catalog = catalog;
    }

    /** Returns the table of whose rewrite this is the staging table; empty if it is none. */
    static Optional<TableName> rewritten(TableName table) {
        Matcher matcher = NAME.matcher(table.table());
        return matcher.matches() ? Optional.of(new TableName(table.schema(), matcher.group(1))) : Optional.empty();
    }

    /** Returns the staging tables of a table that were not returned before: the table itself if it is one, else those of its rewrites. */
    List<TableName> untold(TableName table) {
        List<TableName> all = rewritten(table).isPresent()
                ? List.of(table)
                : bySchema.computeIfAbsent(table.schema(), catalog::stagingTables).stream()
                        .filter(staging -> rewritten(staging).equals(Optional.of(table)))
                        .toList();
        return all.stream().filter(told::add).toList();
    }
}
