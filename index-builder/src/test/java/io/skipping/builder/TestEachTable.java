// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder;

import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.builder.FakeTrino.Answers;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** Tests what commands over many tables say while they work, by a clock that goes on with each statement. */
public class TestEachTable {
    private static final int UNSUPPORTED_TABLE_TYPE = 133001;
    private static final int TABLES = 40;

    @DataProvider
    public Object[][] commands() {
        return new Object[][] {{"doctor", "Examining"}, {"status", "Looking at"}};
    }

    @Test(dataProvider = "commands")
    public void testTheTableIsShownEveryTenSeconds(String command, String doing) {
        CapturedRun plain = runOverTables(command, 0, "--schema", "grid");
        assertThat(plain.err()).as("nothing took long").isEmpty();

        CapturedRun slow = runOverTables(command, 4, "--schema", "grid", "--json");
        List<String> lines = slow.err().lines().toList();
        assertThat(lines)
                .allMatch(line -> line.matches("%s grid\\.t(\\d+), table \\1 of 40".formatted(doing)), "is progress")
                .contains("%s grid.t40, table 40 of 40".formatted(doing))
                .doesNotHaveDuplicates();
        assertThat(slow.out()).as("what programs read").startsWith("[").doesNotContain(doing);

        CapturedRun quick = runOverTables(command, 1, "--schema", "grid");
        assertThat(quick.err().lines().count()).isLessThan(lines.size());
    }

    @Test
    public void testSchemasAreCounted() {
        assertThat(runOverTables("status", 12).err()).contains("Looking at grid.t40, table 40 of 40, schema 2 of 2");
    }

    /** @param seconds how long each statement takes */
    private static CapturedRun runOverTables(String command, long seconds, String... more) {
        AtomicLong nanos = new AtomicLong();
        FakeTrino trino = new FakeTrino(after(seconds, nanos, sql -> {
            if (sql.contains("information_schema.schemata")) {
                return named("schema_name", Stream.of("empty", "grid"));
            }
            return sql.contains("information_schema.tables") && sql.contains("'grid'") && sql.contains("BASE TABLE")
                    ? named("table_name", IntStream.rangeClosed(1, TABLES).mapToObj(table -> "t" + table))
                    : Collections.emptyIterator();
        }));
        return run(trino, nanos::get, command, more);
    }

    @DataProvider
    public Object[][] verbosities() {
        return new Object[][] {
            {List.of(), List.of("ACID", "of Delta", "ACID")},
            {List.of("--quiet"), List.of()}
        };
    }

    /** A table that cannot have an index is skipped in each round, which is news only where the reason is another one. */
    @Test(dataProvider = "verbosities")
    public void testSkippedTablesAreToldOfOnceForEachReason(List<String> options, List<String> told) {
        AtomicInteger rounds = new AtomicInteger();
        CapturedRun[] run = new CapturedRun[1];
        FakeTrino trino = new FakeTrino(sql -> {
            if (sql.contains("information_schema.tables")) {
                return named("table_name", Stream.of("t1"));
            }
            if (sql.contains("summarize")) {
                int round = rounds.incrementAndGet();
                if (round == 8) {
                    run[0].interruption().request(Duration.ZERO);
                }
                throw new SQLException(round == 4 || round == 5 ? "of Delta" : "ACID", "", UNSUPPORTED_TABLE_TYPE);
            }
            return Collections.emptyIterator();
        });
        run[0] = new CapturedRun(trino.driver());
        List<String> arguments = new ArrayList<>(List.of(
                "build", "--server", "localhost:8080", "--catalog", "lake", "--schema", "grid", "--watch", "1ms"));
        arguments.addAll(options);
        run[0].run(arguments.toArray(String[]::new));
        assertThat(rounds).hasValue(8);
        assertThat(run[0].err().lines())
                .filteredOn(line -> line.contains("skipped"))
                .containsExactlyElementsOf(told.stream()
                        .map(reason -> "%s skipped: lake.grid.t1: %s. Nothing was published"
                                .formatted(CapturedRun.NOW, reason))
                        .toList());
    }

    private static CapturedRun run(FakeTrino trino, LongSupplier nanoTime, String command, String... more) {
        CapturedRun run = new CapturedRun(trino.driver(), Map.of(), Optional.empty(), nanoTime);
        run.run(Stream.concat(Stream.of(command, "--server", "localhost:8080", "--catalog", "lake"), Stream.of(more))
                .toArray(String[]::new));
        return run;
    }

    private static Answers after(long seconds, AtomicLong nanos, Answers answers) {
        return sql -> {
            nanos.addAndGet(Duration.ofSeconds(seconds).toNanos());
            return answers.answer(sql);
        };
    }

    private static Iterator<Map<String, Object>> named(String column, Stream<String> names) {
        return names.map(name -> (Map<String, Object>) new HashMap<String, Object>(Map.of(column, name)))
                .iterator();
    }
}
