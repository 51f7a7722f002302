// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.measure;

import io.skipping.testing.lake.LocalLake;
import io.skipping.testing.lake.Queries;
import io.skipping.testing.trino.LocalTrino;
import io.skipping.testing.trino.TrinoRelease;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Runs Trino servers of several releases over the same S3, the same tables and the same indexes. */
public final class Servers implements AutoCloseable {
    private static final String HEAP = "2g";

    private final Deque<AutoCloseable> parts = new ArrayDeque<>();
    private final LocalLake lake;
    private final Map<TrinoRelease, Queries> queries = new LinkedHashMap<>();
    private final List<LocalTrino> trinos = new ArrayList<>();

    private Servers(LocalLake lake) {
        this.lake = lake;
        parts.push(lake);
    }

    /** @param releases at least one */
    static Servers start(Path folder, List<TrinoRelease> releases) throws IOException, SQLException {
        TrinoRelease first = releases.getFirst();
        Servers servers =
                new Servers(LocalLake.in(folder).release(first).heap(HEAP).start());
        try {
            servers.add(first, servers.lake.trino());
            for (TrinoRelease release : releases.subList(1, releases.size())) {
                LocalTrino trino = servers.lake.startBeside(release, HEAP);
                servers.parts.push(trino);
                servers.add(release, trino);
            }
            return servers;
        } catch (Throwable e) {
            try {
                servers.close();
            } catch (Exception another) {
                e.addSuppressed(another);
            }
            throw e;
        }
    }

    private void add(TrinoRelease release, LocalTrino trino) throws IOException, SQLException {
        Queries connection = new Queries(lake.s3().log(), trino.connect());
        parts.push(connection);
        String version = (String) connection.rows("SELECT version()").getFirst().getFirst();
        if (!version.equals(release.toString())) {
            throw new IOException("The server says that it is Trino %s, not %s".formatted(version, release));
        }
        queries.put(release, connection);
        trinos.add(trino);
    }

    /** Restarts all servers, which compile their code anew. */
    public void restart() throws IOException {
        for (LocalTrino trino : trinos) {
            trino.restart();
        }
    }

    /** Returns the lake of the first release, for writing. */
    public LocalLake lake() {
        return lake;
    }

    /** Returns what queries the server of a release. */
    public Queries of(TrinoRelease release) {
        return queries.get(release);
    }

    /** Returns what queries the server of the first release. */
    public Queries first() {
        return queries.values().iterator().next();
    }

    @Override
    public void close() throws SQLException {
        SQLException failure = null;
        while (!parts.isEmpty()) {
            try {
                parts.pop().close();
            } catch (Exception e) {
                if (failure == null) {
                    failure = new SQLException("Cannot close what was measured", e);
                } else {
                    failure.addSuppressed(e);
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
