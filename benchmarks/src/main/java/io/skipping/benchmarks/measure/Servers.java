// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.measure;

import io.skipping.testing.lake.LocalLake;
import io.skipping.testing.lake.Queries;
import io.skipping.testing.trino.TrinoRelease;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Trino servers of several releases over the same S3, the same tables and the same indexes. */
public final class Servers implements AutoCloseable {
    private final Deque<LocalLake> lakes = new ArrayDeque<>();
    private final Map<TrinoRelease, Queries> queries = new EnumMap<>(TrinoRelease.class);

    private Servers() {}

    /** @param releases at least one */
    static Servers start(Path folder, List<TrinoRelease> releases) throws IOException, SQLException {
        Servers servers = new Servers();
        try {
            for (TrinoRelease release : releases) {
                servers.start(folder, release);
            }
        } catch (Throwable e) {
            servers.close();
            throw e;
        }
        return servers;
    }

    private void start(Path folder, TrinoRelease release) throws IOException, SQLException {
        LocalLake.Builder lake = LocalLake.in(folder).heap("2g").release(release);
        lakes.addLast((lakes.isEmpty() ? lake : lake.beside(lakes.getFirst())).start());
        Queries asked = new Queries(lakes.getLast());
        queries.put(release, asked);
        String version = (String) asked.rows("SELECT version()").getFirst().getFirst();
        if (!version.equals(release.toString())) {
            throw new IOException("The server says that it is Trino %s, not %s".formatted(version, release));
        }
    }

    /** Returns the lake of the first release, for writing. */
    public LocalLake lake() {
        return lakes.getFirst();
    }

    /** Returns what queries the server of a release. */
    public Queries of(TrinoRelease release) {
        return queries.get(release);
    }

    /** Returns what queries the server of the first release. */
    public Queries first() throws SQLException {
        return queries.values().iterator().next();
    }

    @Override
    public void close() throws SQLException {
        try {
            for (Queries each : queries.values()) {
                each.close();
            }
        } finally {
            while (!lakes.isEmpty()) {
                lakes.removeLast().close();
            }
        }
    }
}
