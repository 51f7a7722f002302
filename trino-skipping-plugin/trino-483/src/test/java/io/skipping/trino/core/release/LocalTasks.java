// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.release;

import com.google.common.collect.ImmutableMap;
import io.trino.Session;
import io.trino.cost.CachingTableStatsProvider;
import io.trino.execution.TaskStateMachine;
import io.trino.memory.QueryContext;
import io.trino.metadata.Metadata;
import io.trino.operator.TaskContext;
import io.trino.spi.connector.ConnectorTableCredentials;
import io.trino.sql.planner.ConnectorTableCredentialsVisitor;
import io.trino.sql.planner.PlanFragment;
import io.trino.sql.planner.plan.PlanNodeId;

/** Makes what plans and tasks of this release need that no server schedules. */
public final class LocalTasks {
    private LocalTasks() {}

    public static CachingTableStatsProvider statistics(Metadata metadata, Session session) {
        return new CachingTableStatsProvider(metadata, session, () -> false);
    }

    /** Returns a task whose operators measure no CPU time. */
    public static TaskContext create(
            QueryContext query, TaskStateMachine state, Session session, Metadata metadata, PlanFragment fragment) {
        ImmutableMap.Builder<PlanNodeId, ConnectorTableCredentials> credentials = ImmutableMap.builder();
        fragment.getRoot().accept(new ConnectorTableCredentialsVisitor(session, metadata, credentials), null);
        return query.addTaskContext(state, credentials.buildOrThrow(), session, () -> {}, false, false);
    }
}
