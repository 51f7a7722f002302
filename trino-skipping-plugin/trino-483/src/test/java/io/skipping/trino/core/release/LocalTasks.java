// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.release;

import static io.airlift.units.DataSize.Unit.GIGABYTE;

import com.google.common.collect.ImmutableMap;
import io.airlift.units.DataSize;
import io.trino.Session;
import io.trino.cost.CachingTableStatsProvider;
import io.trino.metadata.Metadata;
import io.trino.operator.TaskContext;
import io.trino.spi.connector.ConnectorTableCredentials;
import io.trino.sql.planner.ConnectorTableCredentialsVisitor;
import io.trino.sql.planner.PlanFragment;
import io.trino.sql.planner.plan.PlanNodeId;
import io.trino.testing.TestingTaskContext;
import java.util.concurrent.ScheduledExecutorService;

/** Makes what plans and tasks of this release need that no server schedules. */
public final class LocalTasks {
    private LocalTasks() {}

    public static CachingTableStatsProvider statistics(Metadata metadata, Session session) {
        return new CachingTableStatsProvider(metadata, session, () -> false);
    }

    public static TaskContext create(
            ScheduledExecutorService executor, Session session, Metadata metadata, PlanFragment fragment) {
        ImmutableMap.Builder<PlanNodeId, ConnectorTableCredentials> credentials = ImmutableMap.builder();
        fragment.getRoot().accept(new ConnectorTableCredentialsVisitor(session, metadata, credentials), null);
        return TestingTaskContext.builder(executor, executor, session)
                .setTableCredentials(credentials.buildOrThrow())
                .setQueryId(session.getQueryId())
                .setQueryMaxMemory(DataSize.of(1, GIGABYTE))
                .build();
    }
}
