// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.view;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static io.trino.spi.type.TimestampWithTimeZoneType.TIMESTAMP_TZ_MILLIS;
import static io.trino.spi.type.VarcharType.VARCHAR;
import static java.util.Objects.requireNonNull;
import static java.util.Objects.requireNonNullElse;

import com.google.common.collect.ImmutableList;
import io.skipping.trino.core.page.RowPages;
import io.skipping.trino.core.release.TrinoRelease;
import io.trino.spi.connector.ColumnMetadata;
import io.trino.spi.connector.ConnectorPageSource;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorTableMetadata;
import io.trino.spi.connector.ConnectorTransactionHandle;
import io.trino.spi.connector.FixedPageSource;
import io.trino.spi.connector.SchemaTableName;
import io.trino.spi.connector.SystemTable;
import io.trino.spi.predicate.TupleDomain;
import java.time.Instant;

/**
 * Shows in {@code system.skipping_nodes} one row for each node of the server: the plugin that it has loaded, its Java, and its
 * clock.
 */
public final class NodesTable implements SystemTable {
    private static final ConnectorTableMetadata METADATA = new ConnectorTableMetadata(
            new SchemaTableName("system", "skipping_nodes"),
            ImmutableList.of(
                    IndexView.column("node_id", VARCHAR),
                    IndexView.column("plugin_version", VARCHAR),
                    IndexView.column("trino_release", VARCHAR),
                    IndexView.column("java_version", VARCHAR),
                    IndexView.column("clock", TIMESTAMP_TZ_MILLIS)));

    private final String nodeId;

    /** @param nodeId the node that this is called on */
    public NodesTable(String nodeId) {
        this.nodeId = requireNonNull(nodeId, "nodeId is null");
    }

    @Override
    public Distribution getDistribution() {
        return Distribution.ALL_NODES;
    }

    @Override
    public ConnectorTableMetadata getTableMetadata() {
        return METADATA;
    }

    @Override
    public ConnectorPageSource pageSource(
            ConnectorTransactionHandle transaction, ConnectorSession session, TupleDomain<Integer> constraint) {
        RowPages rows = new RowPages(
                METADATA.getColumns().stream().map(ColumnMetadata::getType).collect(toImmutableList()));
        rows.add(
                nodeId, pluginVersion(), TrinoRelease.VERSION, Runtime.version().toString(), Instant.now());
        return new FixedPageSource(rows.build());
    }

    /** Returns the version in the manifest of the plugin's jar. */
    private static String pluginVersion() {
        return requireNonNullElse(NodesTable.class.getPackage().getImplementationVersion(), "(unpackaged)");
    }
}
