// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import io.trino.testing.QueryRunner;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

/** Builds the indexes of some tables again and again, as {@code index-builder build --watch} does, whether they are there or not. */
final class BuildsWithoutEnd implements AutoCloseable {
    private final QueryRunner runner;
    private final String catalog;
    private final ExecutorService threads;
    private final AtomicLong published = new AtomicLong();
    private volatile boolean closed;

    BuildsWithoutEnd(QueryRunner runner, String catalog, List<String> tables) {
        this.runner = runner;
        this.catalog = catalog;
        this.threads = Executors.newFixedThreadPool(2);
        threads.execute(() -> build(tables));
        threads.execute(() -> build(tables.reversed()));
    }

    long published() {
        return published.get();
    }

    private void build(List<String> tables) {
        while (!closed) {
            tables.forEach(table -> {
                try {
                    String build = (String) runner.execute(
                                    ("SELECT build FROM TABLE(%s.system.summarize(schema_name => '%s', table_name => '%s'))")
                                            .formatted(catalog, SkippingQueryRunner.SCHEMA, table))
                            .getMaterializedRows()
                            .getFirst()
                            .getField(0);
                    runner.execute("CALL %s.system.publish_index('%s', '%s', '%s')"
                            .formatted(catalog, SkippingQueryRunner.SCHEMA, table, build));
                    published.incrementAndGet();
                } catch (RuntimeException _) {
                    // it may be gone; whether others stumble over that is what the test asks
                }
            });
        }
    }

    /** Waits for those that are under way. */
    @Override
    public void close() {
        closed = true;
        threads.close();
    }
}
