// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder.catalog;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;

/**
 * Describes a node of the server that is in use.
 *
 * @param id its name among the nodes
 * @param coordinator whether it is the coordinator
 * @param trinoVersion the release of Trino that it runs
 * @param plugin what it has loaded of this plugin; empty if it has not loaded the catalog
 * @param asked the coordinator's clock, when the question was asked
 */
public record ServerNode(String id, boolean coordinator, String trinoVersion, Optional<Plugin> plugin, Instant asked) {
    /**
     * Describes the plugin on a node.
     *
     * @param version the release of the plugin
     * @param trinoRelease the release of Trino that it is for
     * @param javaVersion the version of Java that the node runs
     * @param clock the node's clock, after the question was asked
     */
    public record Plugin(String version, String trinoRelease, String javaVersion, Instant clock) {}

    static ServerNode read(ResultSet row) throws SQLException {
        String plugin = row.getString("plugin_version");
        return new ServerNode(
                row.getString("node_id"),
                row.getBoolean("coordinator"),
                row.getString("node_version"),
                plugin == null
                        ? Optional.empty()
                        : Optional.of(new Plugin(
                                plugin,
                                row.getString("trino_release"),
                                row.getString("java_version"),
                                row.getTimestamp("clock").toInstant())),
                row.getTimestamp("asked").toInstant());
    }
}
