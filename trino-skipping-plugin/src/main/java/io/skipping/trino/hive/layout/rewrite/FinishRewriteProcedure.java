// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.layout.rewrite;

import static io.airlift.slice.Slices.utf8Slice;
import static io.trino.spi.type.BooleanType.BOOLEAN;
import static io.trino.spi.type.VarcharType.VARCHAR;
import static java.util.Objects.requireNonNull;

import com.google.common.base.Joiner;
import com.google.common.collect.ImmutableList;
import com.google.inject.Inject;
import com.google.inject.Provider;
import io.airlift.units.Duration;
import io.skipping.trino.core.SkippingErrorCode;
import io.skipping.trino.core.layout.RewriteName;
import io.skipping.trino.core.procedure.ProcedureMethod;
import io.skipping.trino.core.procedure.TableCall;
import io.skipping.trino.core.release.AccessChecks;
import io.trino.spi.TrinoException;
import io.trino.spi.connector.ConnectorAccessControl;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.SchemaTableName;
import io.trino.spi.procedure.Procedure;
import io.trino.spi.procedure.Procedure.Argument;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Implements {@code CALL system.finish_rewrite(schema_name, table_name, older_than, dry_run, rewrite,
 * leave_late_objects)}, which deletes
 * what rewrites have left behind.
 */
public final class FinishRewriteProcedure implements Provider<Procedure> {
    private final RewriteFinish finish;

    @Inject
    public FinishRewriteProcedure(RewriteFinish finish) {
        this.finish = requireNonNull(finish, "finish is null");
    }

    @Override
    public Procedure get() {
        return new Procedure(
                "system",
                "finish_rewrite",
                ImmutableList.of(
                        new Argument("SCHEMA_NAME", VARCHAR),
                        new Argument("TABLE_NAME", VARCHAR),
                        new Argument("OLDER_THAN", VARCHAR, false, utf8Slice("1h")),
                        new Argument("DRY_RUN", BOOLEAN, false, false),
                        new Argument("REWRITE", VARCHAR, false, null),
                        new Argument("LEAVE_LATE_OBJECTS", BOOLEAN, false, false)),
                ProcedureMethod.of(
                        this, String.class, String.class, String.class, boolean.class, String.class, boolean.class));
    }

    public void call(
            ConnectorSession session,
            ConnectorAccessControl accessControl,
            String schema,
            String table,
            String olderThan,
            boolean dryRun,
            String rewrite,
            boolean leaveLateObjects) {
        Duration age = TableCall.age(olderThan);
        TableCall.run(schema, table, name -> {
            AccessChecks.delete(accessControl, null, name);
            Optional<RewriteName> only = Optional.ofNullable(rewrite).map(id -> new RewriteName(name, id));
            finish.forgetLocations(session, name);
            Map<SchemaTableName, RuntimeException> failures = new LinkedHashMap<>();
            for (RewriteName begun : finish.rewrites(session, name, only)) {
                try {
                    accessControl.checkCanDropTable(null, begun.staging());
                    finish.finish(session, begun, age, leaveLateObjects, dryRun);
                } catch (RuntimeException e) {
                    // what keeps one rewrite from being finished does not concern the others
                    failures.put(begun.staging(), e);
                }
            }
            check(failures);
        });
    }

    /** Throws if a rewrite could not be finished. If several failed, the message lists all names and the first cause. */
    private static void check(Map<SchemaTableName, RuntimeException> failures) {
        Iterator<RuntimeException> causes = failures.values().iterator();
        if (!causes.hasNext()) {
            return;
        }
        RuntimeException first = causes.next();
        if (!causes.hasNext()) {
            throw first;
        }
        TrinoException all = new TrinoException(
                first instanceof TrinoException known ? known::getErrorCode : SkippingErrorCode.SKIPPING_INDEX_ERROR,
                "%s of the rewrites could not be finished (%s). The first: %s"
                        .formatted(failures.size(), Joiner.on(", ").join(failures.keySet()), first.getMessage()),
                first);
        causes.forEachRemaining(all::addSuppressed);
        throw all;
    }
}
