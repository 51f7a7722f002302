// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.iceberg.scan;

import static java.util.Objects.requireNonNull;

import com.google.common.base.Suppliers;
import io.airlift.log.Logger;
import io.skipping.trino.iceberg.release.DataSplits;
import io.skipping.trino.iceberg.table.PartitionConstants;
import io.trino.plugin.iceberg.IcebergSplit;
import io.trino.plugin.iceberg.IcebergTableHandle;
import io.trino.spi.type.TypeManager;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Finds the columns whose values the reader of a split does not take from the file. Not thread-safe. */
final class SplitConstants {
    private static final Logger log = Logger.get(SplitConstants.class);

    private final IcebergTableHandle table;
    private final Supplier<PartitionConstants> constants;

    SplitConstants(IcebergTableHandle table) {
        this.table = requireNonNull(table, "table is null");
        this.constants = Suppliers.memoize(() -> new PartitionConstants(table));
    }

    /**
     * Returns the values of these columns by name, as {@link PartitionConstants#values} has them; none if they are not known.
     *
     * @param types those of the engine
     */
    Map<String, String> values(IcebergSplit split, TypeManager types) {
        String spec = DataSplits.specJson(table, split);
        try {
            return constants.get().values(spec, parsed -> DataSplits.partition(split, parsed, types));
        } catch (RuntimeException e) {
            log.debug(e, "The partition of %s in %s is not understood", spec, table.getSchemaTableName());
            return Map.of();
        }
    }

    /** Returns the field ids of these base columns; empty if they are not known. */
    Optional<Set<Integer>> of(IcebergSplit split) {
        String spec = DataSplits.specJson(table, split);
        try {
            return Optional.of(constants.get().of(spec));
        } catch (RuntimeException e) {
            // reading the file may fail as well, but that is for its reader to say
            log.debug(e, "The partition spec %s of %s is not understood", spec, table.getSchemaTableName());
            return Optional.empty();
        }
    }
}
