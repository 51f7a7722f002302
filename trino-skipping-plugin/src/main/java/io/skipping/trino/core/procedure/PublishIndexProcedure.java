// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.procedure;

import static io.trino.plugin.base.util.Procedures.checkProcedureArgument;
import static io.trino.spi.type.VarcharType.VARCHAR;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import com.google.inject.Inject;
import com.google.inject.Provider;
import io.airlift.log.Logger;
import io.skipping.index.LiveObjects;
import io.skipping.index.store.TableIndex;
import io.skipping.trino.core.index.TableAccess;
import io.trino.spi.connector.ConnectorAccessControl;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.SchemaTableName;
import io.trino.spi.procedure.Procedure;
import io.trino.spi.procedure.Procedure.Argument;

/**
 * Implements {@code CALL system.publish_index(schema_name, table_name, build)}, which makes the summaries of a build
 * the newest state of the index.
 */
public final class PublishIndexProcedure implements Provider<Procedure> {
    private static final Logger log = Logger.get(PublishIndexProcedure.class);

    private final IndexChange index;
    private final TableAccess tables;

    @Inject
    public PublishIndexProcedure(IndexChange index, TableAccess tables) {
        this.index = requireNonNull(index, "index is null");
        this.tables = requireNonNull(tables, "tables is null");
    }

    @Override
    public Procedure get() {
        return new Procedure(
                "system",
                "publish_index",
                ImmutableList.of(
                        new Argument("SCHEMA_NAME", VARCHAR),
                        new Argument("TABLE_NAME", VARCHAR),
                        new Argument("BUILD", VARCHAR)),
                ProcedureMethod.of(this, String.class, String.class, String.class));
    }

    public void call(
            ConnectorSession session, ConnectorAccessControl accessControl, String schema, String table, String build) {
        checkProcedureArgument(build != null, "build cannot be null: take it from the result of system.summarize");
        index.run(
                session,
                accessControl,
                schema,
                table,
                (_, index) -> publish(session, new SchemaTableName(schema, table), index, build));
    }

    /**
     * Publishes a build.
     *
     * @param build a build that was started for this index
     */
    void publish(ConnectorSession session, SchemaTableName table, TableIndex index, String build) {
        TableIndex.PublishResult result = index.publish(build, () -> list(session, table));
        log.info(
                "Published %s of %s: %s objects, %s ranges; %s added, %s dropped, %s modified too recently",
                result.state(),
                table,
                result.objects(),
                result.ranges(),
                result.added(),
                result.dropped(),
                result.tooYoung());
    }

    /** Lists the table in a transaction of its own. A cached listing may be older than what another builder has published. */
    private LiveObjects list(ConnectorSession session, SchemaTableName table) {
        return tables.inTransaction(session, transaction -> {
            tables.forgetListing(transaction, session, table);
            return tables.live(transaction, session, table);
        });
    }
}
