// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.layout.rewrite;

import static io.trino.plugin.base.util.Procedures.checkProcedureArgument;
import static io.trino.spi.type.BooleanType.BOOLEAN;
import static io.trino.spi.type.VarcharType.VARCHAR;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.inject.Inject;
import io.airlift.units.Duration;
import io.skipping.trino.core.layout.RewriteName;
import io.skipping.trino.core.procedure.ProcedureMethod;
import io.skipping.trino.core.procedure.TableCall;
import io.skipping.trino.core.rights.AllValues;
import io.skipping.trino.hive.handle.HiveColumns;
import io.skipping.trino.hive.layout.LayoutProcedures;
import io.skipping.trino.hive.layout.TableLayout;
import io.skipping.trino.hive.table.HiveTables;
import io.trino.plugin.hive.HiveTableHandle;
import io.trino.spi.connector.ConnectorAccessControl;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.SchemaTableName;
import io.trino.spi.procedure.Procedure;
import io.trino.spi.procedure.Procedure.Argument;
import io.trino.spi.type.ArrayType;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The steps of a rewrite that are not INSERT. A rewrite reads and replaces all that there is, so that it needs the rights to all of it. */
public class RewriteProcedures {
    private final HiveTables tables;
    private final RewriteStart start;
    private final RewriteSwap swap;
    private final RewriteFinish finish;

    @Inject
    public RewriteProcedures(HiveTables tables, RewriteStart start, RewriteSwap swap, RewriteFinish finish) {
        this.tables = requireNonNull(tables, "tables is null");
        this.start = requireNonNull(start, "start is null");
        this.swap = requireNonNull(swap, "swap is null");
        this.finish = requireNonNull(finish, "finish is null");
    }

    public Procedure beginRewrite() {
        return new Procedure(
                "system",
                "begin_rewrite",
                ImmutableList.of(
                        new Argument("SCHEMA_NAME", VARCHAR),
                        new Argument("TABLE_NAME", VARCHAR),
                        new Argument("REWRITE", VARCHAR),
                        new Argument("MODEL", VARCHAR),
                        new Argument("SORTED_BY", new ArrayType(VARCHAR), false, null),
                        new Argument("PARTITION", VARCHAR, false, null),
                        new Argument("MOVE_EXTERNAL", BOOLEAN, false, false)),
                ProcedureMethod.of(
                        this,
                        "beginRewrite",
                        String.class,
                        String.class,
                        String.class,
                        String.class,
                        List.class,
                        String.class,
                        boolean.class));
    }

    public Procedure swapRewrite() {
        return new Procedure(
                "system",
                "swap_rewrite",
                ImmutableList.of(
                        new Argument("SCHEMA_NAME", VARCHAR),
                        new Argument("TABLE_NAME", VARCHAR),
                        new Argument("REWRITE", VARCHAR)),
                ProcedureMethod.of(this, "swapRewrite", String.class, String.class, String.class));
    }

    public Procedure finishRewrite() {
        return new Procedure(
                "system",
                "finish_rewrite",
                ImmutableList.of(
                        new Argument("SCHEMA_NAME", VARCHAR),
                        new Argument("TABLE_NAME", VARCHAR),
                        new Argument("OLDER_THAN", VARCHAR, false, "1h"),
                        new Argument("DRY_RUN", BOOLEAN, false, false),
                        new Argument("REWRITE", VARCHAR, false, null)),
                ProcedureMethod.of(
                        this, "finishRewrite", String.class, String.class, String.class, boolean.class, String.class));
    }

    /** {@code CALL system.begin_rewrite(schema_name, table_name, rewrite, model, sorted_by, partition, move_external)}. */
    public void beginRewrite(
            ConnectorSession session,
            ConnectorAccessControl accessControl,
            String schema,
            String table,
            String rewrite,
            String model,
            List<?> sortedBy,
            String partition,
            boolean moveExternal) {
        checkProcedureArgument(model != null, "model cannot be null: give the content of a model's file");
        run(schema, table, rewrite, name -> {
            accessControl.checkCanInsertIntoTable(null, name.table());
            start.checkKind(session, name.table());
            checkRights(session, accessControl, name.table());
            accessControl.checkCanCreateTable(null, name.staging(), ImmutableMap.of());
            start.begin(
                    session,
                    name,
                    new TableLayout(model, LayoutProcedures.names(sortedBy)),
                    Optional.ofNullable(partition),
                    moveExternal);
        });
    }

    /** {@code CALL system.swap_rewrite(schema_name, table_name, rewrite)}. */
    public void swapRewrite(
            ConnectorSession session,
            ConnectorAccessControl accessControl,
            String schema,
            String table,
            String rewrite) {
        run(schema, table, rewrite, name -> {
            checkRights(session, accessControl, name.table());
            swap.swap(session, name);
        });
    }

    /** {@code CALL system.finish_rewrite(schema_name, table_name, older_than, dry_run, rewrite)}. */
    public void finishRewrite(
            ConnectorSession session,
            ConnectorAccessControl accessControl,
            String schema,
            String table,
            String olderThan,
            boolean dryRun,
            String rewrite) {
        Duration age = TableCall.age(olderThan);
        TableCall.run(schema, table, name -> {
            accessControl.checkCanDeleteFromTable(null, name);
            Optional<RewriteName> only = Optional.ofNullable(rewrite).map(id -> new RewriteName(name, id));
            for (SchemaTableName staging : finish.stagingTables(session, name, only)) {
                accessControl.checkCanDropTable(null, staging);
                finish.finish(session, staging, age, dryRun);
            }
        });
    }

    /** What a filter or a mask hides from the user would be lost, so that these are refused. */
    private void checkRights(ConnectorSession session, ConnectorAccessControl accessControl, SchemaTableName table) {
        accessControl.checkCanInsertIntoTable(null, table);
        accessControl.checkCanDeleteFromTable(null, table);
        HiveTableHandle handle =
                tables.inTransaction(session, transaction -> tables.handle(transaction, session, table));
        AllValues.checkCanSee(
                accessControl,
                table,
                Stream.concat(handle.getDataColumns().stream(), handle.getPartitionColumns().stream())
                        .map(HiveColumns::schema));
    }

    private interface Step {
        void run(RewriteName name);
    }

    private static void run(String schema, String table, String rewrite, Step step) {
        TableCall.run(schema, table, name -> {
            checkProcedureArgument(rewrite != null, "rewrite cannot be null");
            step.run(new RewriteName(name, rewrite));
        });
    }
}
