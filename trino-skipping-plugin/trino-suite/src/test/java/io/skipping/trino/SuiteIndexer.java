// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import io.airlift.log.Logger;
import io.trino.Session;
import io.trino.testing.MaterializedResult;
import io.trino.testing.MaterializedRow;
import io.trino.testing.QueryRunner;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Builds an index of every table of a catalog, again and again, until it is stopped. Tests create, change and
 * drop these tables meanwhile, so that builds may fail; each failure is counted by its error code.
 */
final class SuiteIndexer {
    private static final Logger log = Logger.get(SuiteIndexer.class);
    private static final String TABLES =
            "SELECT table_schema, table_name FROM %s.information_schema.tables WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('information_schema', 'system')";

    /** Objects that were modified less than two seconds before a build began are left to the next one. */
    private static final long MATURE_NANOS = Duration.ofMillis(2500).toNanos();

    private final QueryRunner runner;
    private final String catalog;
    private final Session session;
    private final Thread thread = new Thread(this::run, "suite-indexer");
    private volatile boolean stopped;

    // written by the thread alone, and read when it has ended
    private final Set<Table> built = new HashSet<>();
    private final Set<Table> summarised = new HashSet<>();
    private final Map<String, Integer> failures = new TreeMap<>();
    private final Map<String, String> examples = new HashMap<>();
    /** Tables with objects that were too young to be trusted, and when they were found so. */
    private final Map<Table, Long> young = new LinkedHashMap<>();

    private int builds;
    private long objects;

    private record Table(String schema, String name) {
        String arguments() {
            return "schema_name => %s, table_name => %s".formatted(literal(schema), literal(name));
        }

        private static String literal(String text) {
            return "'" + text.replace("'", "''") + "'";
        }
    }

    SuiteIndexer(QueryRunner runner, String catalog) {
        this.runner = runner;
        this.catalog = catalog;
        this.session = runner.getDefaultSession();
    }

    void start() {
        thread.setDaemon(true);
        thread.start();
    }

    /** Returns when the last build has ended: no query of ours runs after that. */
    void stop() throws InterruptedException {
        stopped = true;
        thread.join();
        log.info(
                "Indexer: %s builds published, of %s tables; %s objects of %s tables summarised; builds that failed: %s",
                builds, built.size(), objects, summarised.size(), failures);
        examples.forEach((code, message) -> log.info("Indexer: for example, %s: %s", code, message));
    }

    /** How many builds were published. */
    int builds() {
        return builds;
    }

    /** How many tables have got an index that knows objects. */
    int summarisedTables() {
        return summarised.size();
    }

    private void run() {
        Set<Table> known = new HashSet<>();
        Deque<Table> round = new ArrayDeque<>();
        while (!stopped) {
            List<Table> listed = tables();
            Set<Table> present = new HashSet<>(listed);
            // one that is dropped and made anew is new
            known.retainAll(present);
            round.retainAll(present);
            young.keySet().retainAll(present);
            // many tables are gone in seconds: new ones come first, then those whose objects were too young, then the
            // others in turns
            for (Table table : listed) {
                if (known.add(table)) {
                    build(table);
                    round.addLast(table);
                }
            }
            for (Table table : List.copyOf(young.keySet())) {
                if (System.nanoTime() - young.get(table) > MATURE_NANOS) {
                    build(table);
                }
            }
            Table next = round.pollFirst();
            if (next != null) {
                build(next);
                round.addLast(next);
            }
        }
    }

    private List<Table> tables() {
        List<Table> tables = new ArrayList<>();
        try {
            for (MaterializedRow row :
                    runner.execute(session, TABLES.formatted(catalog)).getMaterializedRows()) {
                tables.add(new Table((String) row.getField(0), (String) row.getField(1)));
            }
        } catch (RuntimeException e) {
            count("listing", e);
        }
        return tables;
    }

    private void build(Table table) {
        if (stopped) {
            return;
        }
        young.remove(table);
        try {
            MaterializedResult events = runner.execute(
                    session,
                    "SELECT event, build, objects, message FROM TABLE(%s.system.summarize(%s))"
                            .formatted(catalog, table.arguments()));
            String build = (String) events.getMaterializedRows().getFirst().getField(1);
            runner.execute(
                    session,
                    "CALL %s.system.publish_index(%s, build => '%s')".formatted(catalog, table.arguments(), build));
            builds++;
            built.add(table);
            for (MaterializedRow event : events.getMaterializedRows()) {
                switch ((String) event.getField(0)) {
                    case "done" -> {
                        objects += (long) event.getField(2);
                        summarised.add(table);
                    }
                    case "young" -> young.put(table, System.nanoTime());
                    case "failed" -> count("object", new RuntimeException((String) event.getField(3)));
                    default -> {}
                }
            }
        } catch (RuntimeException e) {
            count("build of " + table, e);
        }
    }

    private void count(String what, RuntimeException failure) {
        String message = String.valueOf(failure.getMessage());
        // without the names, which differ
        String kind = message.replaceAll("[\\w'./:-]*[0-9_/.][\\w'./:-]*", "*");
        failures.merge(kind, 1, Integer::sum);
        examples.putIfAbsent(kind, what + ": " + message);
    }
}
