// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.lake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.reflect.Reflection;
import io.skipping.testing.s3.RequestLog;
import io.trino.spi.StandardErrorCode;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.testng.annotations.Test;

/** What is tried again: a server that has just started and does not know its own worker can't be had at will, so it is faked. */
public class TestQueries {
    private static final String SQL = "SELECT 7";

    /** A server that fails at first, and then gives one row of one number. */
    private static final class FakeServer {
        private final Deque<SQLException> failures = new ArrayDeque<>();
        private final List<String> asked = new ArrayList<>();
        private int openStatements;

        private FakeServer failing(StandardErrorCode error, int times) {
            for (int number = 0; number < times; number++) {
                failures.add(
                        new SQLException(error.name(), "", error.toErrorCode().getCode()));
            }
            return this;
        }

        private Queries queries() {
            return new Queries(
                    RequestLog.inMemory(),
                    Reflection.newProxy(Connection.class, (_, method, _) -> switch (method.getName()) {
                        case "createStatement" -> {
                            openStatements++;
                            yield statement();
                        }
                        case "close" -> null;
                        default -> throw new UnsupportedOperationException(method.getName());
                    }));
        }

        private Statement statement() {
            return Reflection.newProxy(Statement.class, (_, method, arguments) -> switch (method.getName()) {
                case "execute" -> {
                    asked.add((String) arguments[0]);
                    if (!failures.isEmpty()) {
                        throw failures.remove();
                    }
                    yield true;
                }
                case "getResultSet" -> oneRow();
                case "close" -> {
                    openStatements--;
                    yield null;
                }
                default -> throw new UnsupportedOperationException(method.getName());
            });
        }

        private static ResultSet oneRow() {
            ResultSetMetaData oneColumn = Reflection.newProxy(ResultSetMetaData.class, (_, _, _) -> 1);
            Deque<Integer> rows = new ArrayDeque<>(List.of(7));
            return Reflection.newProxy(ResultSet.class, (_, method, _) -> switch (method.getName()) {
                case "getMetaData" -> oneColumn;
                case "next" -> !rows.isEmpty();
                case "getObject" -> rows.remove();
                case "close" -> null;
                default -> throw new UnsupportedOperationException(method.getName());
            });
        }
    }

    @Test
    public void testWithoutAWorkerItIsTriedAgain() throws SQLException {
        FakeServer server = new FakeServer().failing(StandardErrorCode.NO_NODES_AVAILABLE, 2);
        try (Queries queries = server.queries()) {
            assertThat(queries.rows(SQL)).isEqualTo(List.of(List.of(7)));
        }
        assertThat(server.asked).containsExactly(SQL, SQL, SQL);
        assertThat(server.openStatements).isZero();
    }

    @Test
    public void testWhatElseFailsIsNotTriedAgain() throws SQLException {
        FakeServer server = new FakeServer().failing(StandardErrorCode.TABLE_NOT_FOUND, 1);
        try (Queries queries = server.queries()) {
            assertThatThrownBy(() -> queries.rows(SQL))
                    .isInstanceOf(SQLException.class)
                    .hasMessage("TABLE_NOT_FOUND");
        }
        assertThat(server.asked).containsExactly(SQL);
        assertThat(server.openStatements).isZero();
    }

    @Test
    public void testAnotherFailureAfterwardsIsTold() throws SQLException {
        FakeServer server = new FakeServer()
                .failing(StandardErrorCode.NO_NODES_AVAILABLE, 1)
                .failing(StandardErrorCode.SYNTAX_ERROR, 1);
        try (Queries queries = server.queries()) {
            assertThatThrownBy(() -> queries.rows(SQL)).hasMessage("SYNTAX_ERROR");
        }
        assertThat(server.asked).containsExactly(SQL, SQL);
    }
}
