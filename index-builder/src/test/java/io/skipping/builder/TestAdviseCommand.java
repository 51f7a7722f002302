// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.testng.annotations.Test;

/** Tests what {@code advise} sends and says when it has many questions to ask. */
public class TestAdviseCommand {
    /** Trino's default of query.max-length. */
    private static final int MOST_CHARACTERS = 1_000_000;

    private static final String QUERY = "SELECT * FROM lake.grid.meters WHERE load ";

    private final AtomicLong nanos = new AtomicLong();

    @Test
    public void testTheQuestionIsShownEveryTenSeconds() {
        CapturedRun run =
                advise(trino(Duration.ofSeconds(4)), IntStream.range(0, 12).mapToObj(load -> QUERY + "= " + load));
        assertThat(run.err().lines())
                .as(run.out())
                .contains("grid.meters: asking question 12 of 12")
                .allMatch(
                        line -> line.matches(
                                "grid\\.meters: (asking question \\d+ of 12|measuring its sample, reading 1 of 1)"),
                        "is progress");
        assertThat(run.out()).as("what programs read").startsWith("[");
        assertThat(advise(trino(Duration.ZERO), Stream.of(QUERY + "= 1")).err())
                .as("nothing took long")
                .isEmpty();
    }

    @Test
    public void testNoStatementIsLongerThanTrinoTakes() {
        FakeTrino trino = trino(Duration.ZERO);
        String values = "IN (%s)".formatted("1000000000000000000, ".repeat(3_000) + "0");
        advise(trino, IntStream.range(0, 20).mapToObj(number -> QUERY + values + " AND load <> " + number));
        assertThat(trino.statements().stream().filter(sql -> sql.contains("GROUP BY 1")))
                .as("queries that measure")
                .hasSizeGreaterThan(2);
        assertThat(trino.statements()).allMatch(sql -> sql.length() < MOST_CHARACTERS);
    }

    /** @param duration how long each statement takes */
    private FakeTrino trino(Duration duration) {
        return new FakeTrino(sql -> {
                    nanos.addAndGet(duration.toNanos());
                    if (sql.contains("$objects")) {
                        return rows(
                                Map.of("object", "s3://b/a.csv", "object_size", 1024L, "objects", 1L, "bytes", 1024L));
                    }
                    return sql.startsWith("SHOW CREATE TABLE")
                            ? rows(Map.of("Create Table", "CREATE TABLE grid.meters"))
                            : Collections.emptyIterator();
                })
                .withColumn("load", "bigint");
    }

    private static Iterator<Map<String, Object>> rows(Map<String, Object> row) {
        return List.of(row).iterator();
    }

    private CapturedRun advise(FakeTrino trino, Stream<String> queries) {
        List<String> arguments = new ArrayList<>(List.of(
                "advise", "--server", "localhost:8080", "--catalog", "lake", "--table", "grid.meters", "--json"));
        queries.forEach(query -> arguments.addAll(List.of("--query", query)));
        CapturedRun run = new CapturedRun(trino.driver(), Map.of(), Optional.empty(), nanos::get);
        assertThat(run.run(arguments.toArray(String[]::new))).as(run.err()).isZero();
        return run;
    }
}
