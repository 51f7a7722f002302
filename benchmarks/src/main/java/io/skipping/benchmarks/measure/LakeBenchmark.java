// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.measure;

import io.skipping.testing.lake.Contender;
import io.skipping.testing.lake.LocalLake;
import io.skipping.testing.lake.Queries;
import io.skipping.testing.lake.Run;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Function;

/** Measures queries of a local S3 by a local Trino, with no other client on either. */
public abstract class LakeBenchmark extends Benchmark {
    protected LakeBenchmark(String name) {
        super(name);
    }

    /** Starts what is queried: by default the Hive connector's catalog and this project's, with indexes in S3. */
    protected LocalLake start() throws IOException {
        return LocalLake.in(folder()).heap("2g").start();
    }

    /** Creates the tables and measures queries over them. */
    protected abstract Report measure(LocalLake lake, Queries queries) throws IOException, SQLException;

    /**
     * Has contenders answer a question in turns, and prints the median time of each.
     *
     * @throws SQLException also if results differ
     */
    protected final <C extends Contender> Rounds<C> ask(
            Queries queries, String question, List<C> contenders, Function<C, String> sql, int rounds)
            throws SQLException {
        steps().begin(question);
        Rounds<C> answers = Rounds.ask(queries, contenders, sql, rounds);
        for (C contender : contenders) {
            steps().note("%-20s %.3f s"
                    .formatted(
                            contender.system(),
                            answers.of(contender, Run::seconds).median()));
        }
        return answers;
    }

    @Override
    protected final boolean measure(Results results) throws IOException, SQLException {
        double load = Machine.load();
        steps().begin("Starting S3 and Trino");
        try (LocalLake lake = start();
                Queries queries = new Queries(lake)) {
            Report report = measure(lake, queries);
            String trino = (String) queries.rows("SELECT version()").getFirst().getFirst();
            return write(results, report, trino, load);
        }
    }
}
