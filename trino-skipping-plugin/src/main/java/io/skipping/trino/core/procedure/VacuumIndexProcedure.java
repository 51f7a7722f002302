// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.procedure;

import static io.airlift.slice.Slices.utf8Slice;
import static io.trino.spi.type.BooleanType.BOOLEAN;
import static io.trino.spi.type.VarcharType.VARCHAR;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import com.google.inject.Inject;
import com.google.inject.Provider;
import io.airlift.log.Logger;
import io.airlift.units.Duration;
import io.skipping.index.store.TableIndex;
import io.trino.spi.connector.ConnectorAccessControl;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.procedure.Procedure;
import io.trino.spi.procedure.Procedure.Argument;

/**
 * Implements {@code CALL system.vacuum_index(schema_name, table_name, older_than, dry_run)}, which deletes files that
 * no state of the index needs.
 */
public final class VacuumIndexProcedure implements Provider<Procedure> {
    private static final Logger log = Logger.get(VacuumIndexProcedure.class);

    private final IndexChange index;

    @Inject
    public VacuumIndexProcedure(IndexChange index) {
        this.index = requireNonNull(index, "index is null");
    }

    @Override
    public Procedure get() {
        return new Procedure(
                "system",
                "vacuum_index",
                ImmutableList.of(
                        new Argument("SCHEMA_NAME", VARCHAR),
                        new Argument("TABLE_NAME", VARCHAR),
                        new Argument("OLDER_THAN", VARCHAR, false, utf8Slice("1h")),
                        new Argument("DRY_RUN", BOOLEAN, false, false)),
                ProcedureMethod.of(this, String.class, String.class, String.class, boolean.class));
    }

    public void call(
            ConnectorSession session,
            ConnectorAccessControl accessControl,
            String schema,
            String table,
            String olderThan,
            boolean dryRun) {
        Duration age = TableCall.age(olderThan);
        index.run(session, accessControl, schema, table, (_, index) -> {
            TableIndex.VacuumResult result = index.vacuum(age.toJavaTime(), dryRun);
            log.info(
                    "%s %s files (%s bytes) of the index of %s.%s: %s",
                    dryRun ? "Would delete" : "Deleted",
                    result.files().size(),
                    result.bytes(),
                    schema,
                    table,
                    result.files());
        });
    }
}
