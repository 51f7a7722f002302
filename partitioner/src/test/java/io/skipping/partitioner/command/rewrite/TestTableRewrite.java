// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.command.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.skipping.command.TableName;
import io.skipping.partitioner.command.rewrite.TableRewrite.Layout;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** Tests what a rewrite says and does if a statement fails, with a server that answers what a test wants. */
@Test(singleThreaded = true)
public class TestTableRewrite {
    /** Holds what a server answers to statements, by how they begin; the first that fits counts. */
    private final Map<String, List<List<Object>>> answers = new LinkedHashMap<>();

    private final Map<String, SQLException> failures = new LinkedHashMap<>();
    private final List<String> statements = new ArrayList<>();
    private final StringWriter out = new StringWriter();
    private final StringWriter progress = new StringWriter();

    @BeforeMethod
    public void answerAsUsual() {
        answers.clear();
        failures.clear();
        statements.clear();
        out.getBuffer().setLength(0);
        progress.getBuffer().setLength(0);
        answers.put("SHOW COLUMNS", List.of(List.of("id", "bigint", ""), List.of("t", "timestamp(3)", "")));
        answers.put("SELECT count(*), to_hex", List.of(List.of(5L, "AA", "BB")));
        answers.put("SELECT count(*)", List.of(List.of(5L)));
        answers.put("SELECT count(published)", List.of(List.of(0L)));
        answers.put("SELECT count(DISTINCT", List.of(List.of(2L)));
        answers.put("SELECT table_name", List.of());
    }

    /** An INSERT that was not answered may still be writing, whatever else fails. */
    @Test
    public void testFailureOfTheInsertIsTold() {
        failures.put("INSERT", new SQLException("The connection broke"));
        failures.put("RESET SESSION", new SQLException("Access Denied", "", 4));
        Throwable failure = catchThrowable(() -> rewrite(TableFormat.OTHER));
        assertThat(failure)
                .hasMessageContaining("The connection broke. What it had written is in staging table")
                .hasMessageNotContaining("Access Denied");
        assertThat(failure.getCause().getSuppressed())
                .singleElement()
                .asString()
                .contains("Access Denied");
        assertThat(statements).noneMatch(statement -> statement.contains("finish_rewrite"));
    }

    @Test
    public void testInsertThatFailedIsRemoved() {
        failures.put("INSERT", new SQLException("Out of memory", "", 131075));
        failures.put("RESET SESSION", new SQLException("Access Denied", "", 4));
        assertThat(catchThrowable(() -> rewrite(TableFormat.OTHER)))
                .hasMessageContaining("Out of memory. What it had written was removed");
        assertThat(statements.get(statements.size() - 1)).contains("finish_rewrite");
    }

    @Test
    public void testPrecisionThatStaysKeepsTheTable() {
        failures.put("RESET SESSION", new SQLException("Access Denied", "", 4));
        assertThat(catchThrowable(() -> rewrite(TableFormat.OTHER)))
                .hasMessageContaining("Access Denied. What it had written was removed");
        assertThat(statements).noneMatch(statement -> statement.contains("swap_rewrite"));
    }

    /** A swap may fail after it has changed the table, and then --finish has to wait. */
    @Test
    public void testSwapThatFailsNamesWhatComesFirst() {
        failures.put(
                "CALL \"lake\".system.swap_rewrite",
                new SQLException("it is rewritten, but its old location changed", "", 1));
        assertThat(catchThrowable(() -> rewrite(TableFormat.OTHER)))
                .hasMessageContaining("its old location changed. The rewrite's staging table is ")
                .hasMessageContaining("If this message asks for statements, run them first; `rewrite --finish` then");
        failures.put("CALL \"lake\".system.swap_rewrite", new SQLException("The connection broke"));
        assertThat(catchThrowable(() -> rewrite(TableFormat.OTHER)))
                .hasMessageContaining("The connection broke. Whether it was swapped is not known: \"$path\"");
    }

    @Test
    public void testIndexesThatStayBehindAreNamed() {
        answers.put("SELECT count(published)", List.of(List.of(1L)));
        answers.put("SELECT build, event", List.of(List.of("build", "done")));
        answers.put("SELECT index_name", List.of(List.of("minmax(id)", 2L), List.of("nulls(t)", 3L)));
        assertThat(catchThrowable(() -> rewrite(TableFormat.OTHER)))
                .hasMessageContaining(
                        "after 10 builds, up to 3 objects still lack minmax(id), nulls(t); nothing was swapped. Let `index-builder.jar doctor`")
                .hasMessageContaining("What it had written was removed");
        assertThat(statements)
                .as("what no build makes any more is not waited for")
                .anyMatch(statement -> statement.contains("$indexes") && statement.contains("next_build <> 'drop'"));
    }

    @Test
    public void testPartitionsBeforeTheFailureStayRewritten() {
        answers.put("SHOW COLUMNS", List.of(List.of("id", "bigint", ""), List.of("day", "varchar", "partition key")));
        answers.put("SELECT CAST(\"day\"", List.of(List.of("a"), List.of("b")));
        answers.put("SELECT DISTINCT \"$partition\"", List.of(List.of("day=a")));
        List<String> begun = new ArrayList<>();
        Throwable failure = catchThrowable(() -> rewrite(TableFormat.OTHER, statement -> {
            if (statement.contains("begin_rewrite")) {
                begun.add(statement);
                if (begun.size() == 2) {
                    throw new SQLException("Access Denied", "", 4);
                }
            }
        }));
        assertThat(failure).hasMessageContaining("Access Denied. Of the partitions, 1 was rewritten before");
    }

    @Test
    public void testStepsAndWarningsAreTold() throws Exception {
        rewrite(TableFormat.of("WITH (format = 'TEXTFILE')"));
        assertThat(progress.toString().lines())
                .satisfiesExactly(
                        line -> assertThat(line)
                                .startsWith("s.t: Warning: in a table of TEXTFILE, Trino reads what it cannot parse"),
                        line -> assertThat(line).isEqualTo("s.t: INSERT of 5 rows"),
                        line -> assertThat(line).isEqualTo("s.t: checksums"),
                        line -> assertThat(line).isEqualTo("s.t: swap"));
        assertThat(out.toString()).startsWith("s.t: 5 rows are now in 2 objects");
    }

    @Test
    public void testHowFarAStatementHasGot() {
        assertThat(TableRewrite.soFar(OptionalDouble.of(20.4), 1000, 2 << 20))
                .isEqualTo("1,000 rows, 2.0 MB so far (20%)");
        assertThat(TableRewrite.soFar(OptionalDouble.empty(), 1500, 3 << 20)).isEqualTo("1,500 rows, 3.0 MB so far");
    }

    private interface Check {
        void run(String statement) throws SQLException;
    }

    private void rewrite(TableFormat format) throws Exception {
        rewrite(format, statement -> {});
    }

    private void rewrite(TableFormat format, Check check) throws Exception {
        Statement statement = proxy(Statement.class, (method, text) -> {
            switch (method) {
                case "execute":
                    answer(text, check);
                    return false;
                case "executeLargeUpdate":
                    answer(text, check);
                    return 5L;
                case "executeQuery":
                    return rows(answer(text, check));
                case "isWrapperFor":
                    return false;
                default:
                    return null;
            }
        });
        Connection connection = proxy(Connection.class, (method, text) -> statement);
        new TableRewrite(
                        connection,
                        new RewriteSql("lake", new TableName("s", "t"), format),
                        new Layout("{}", 2, List.of(), false),
                        new PrintWriter(out, true),
                        new PrintWriter(progress, true),
                        (thing, failure) -> thing + ": " + failure.getMessage(),
                        0)
                .run(Optional.empty(), false);
    }

    private List<List<Object>> answer(String text, Check check) throws SQLException {
        statements.add(text);
        check.run(text);
        for (Map.Entry<String, SQLException> failure : failures.entrySet()) {
            if (text.startsWith(failure.getKey())) {
                throw failure.getValue();
            }
        }
        return answers.entrySet().stream()
                .filter(answer -> text.startsWith(answer.getKey()))
                .findFirst()
                .map(Map.Entry::getValue)
                .orElse(List.of());
    }

    private static ResultSet rows(List<List<Object>> rows) {
        int[] row = {-1};
        return (ResultSet) Proxy.newProxyInstance(
                TestTableRewrite.class.getClassLoader(),
                new Class<?>[] {ResultSet.class},
                (self, method, arguments) -> switch (method.getName()) {
                    case "next" -> ++row[0] < rows.size();
                    case "getString", "getLong" -> rows.get(row[0]).get((int) arguments[0] - 1);
                    default -> null;
                });
    }

    private interface Calls {
        Object call(String method, String text) throws SQLException;
    }

    private static <T> T proxy(Class<T> type, Calls calls) {
        return type.cast(Proxy.newProxyInstance(
                TestTableRewrite.class.getClassLoader(),
                new Class<?>[] {type},
                (self, method, arguments) -> calls.call(
                        method.getName(), arguments != null && arguments[0] instanceof String text ? text : "")));
    }
}
