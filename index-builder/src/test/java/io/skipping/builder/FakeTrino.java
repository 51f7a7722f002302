// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder;

import static java.util.Objects.requireNonNullElse;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/** A JDBC driver that breaks in ways in which a server in good health cannot be made to. */
final class FakeTrino {
    private final Answers answers;
    private final List<String> statements = Collections.synchronizedList(new ArrayList<>());
    private final Map<String, String> columns = Collections.synchronizedMap(new LinkedHashMap<>());
    private final List<Properties> connections = Collections.synchronizedList(new ArrayList<>());

    /** What a query returns; the iterator may throw, and so may what starts it. */
    interface Answers {
        /** Rows by name of their columns; empty for a CALL. */
        Iterator<Map<String, Object>> answer(String sql) throws SQLException;
    }

    FakeTrino(Answers answers) {
        this.answers = answers;
    }

    /** Lets every table have one more column. */
    FakeTrino withColumn(String name, String type) {
        columns.put(name, type);
        return this;
    }

    /** SQL that was sent, in order. */
    List<String> statements() {
        return statements;
    }

    /** Properties of the connections that were opened. */
    List<Properties> connections() {
        return connections;
    }

    Driver driver() {
        return proxy(Driver.class, (_, method, arguments) -> switch (method.getName()) {
            case "connect" -> {
                connections.add((Properties) arguments[1]);
                yield connection();
            }
            default -> throw new UnsupportedOperationException(method.getName());
        });
    }

    private Connection connection() {
        return proxy(Connection.class, (_, method, _) -> switch (method.getName()) {
            case "createStatement" -> statement();
            case "close" -> null;
            default -> throw new UnsupportedOperationException(method.getName());
        });
    }

    private Statement statement() {
        return proxy(Statement.class, (_, method, arguments) -> switch (method.getName()) {
            case "executeQuery" -> {
                statements.add((String) arguments[0]);
                yield resultSet(answers.answer((String) arguments[0]));
            }
            case "execute" -> {
                statements.add((String) arguments[0]);
                answers.answer((String) arguments[0]);
                yield false;
            }
            case "close", "cancel" -> null;
            default -> throw new UnsupportedOperationException(method.getName());
        });
    }

    private ResultSet resultSet(Iterator<Map<String, Object>> rows) {
        List<Map<String, Object>> current = new ArrayList<>();
        return proxy(ResultSet.class, (_, method, arguments) -> switch (method.getName()) {
            case "next" -> {
                current.clear();
                yield rows.hasNext() && current.add(rows.next());
            }
            case "getString", "getTimestamp" ->
                arguments[0] instanceof Integer position
                        ? List.copyOf(current.getFirst().values()).get(position - 1)
                        : current.getFirst().get((String) arguments[0]);
            case "getLong" -> requireNonNullElse(current.getFirst().get((String) arguments[0]), 0L);
            case "getBoolean" -> requireNonNullElse(current.getFirst().get((String) arguments[0]), false);
            case "getMetaData" -> metaData(current);
            case "close" -> null;
            default -> throw new UnsupportedOperationException(method.getName());
        });
    }

    /** Describes the row, or the columns of tables where queries are asked for their columns alone. */
    private ResultSetMetaData metaData(List<Map<String, Object>> current) {
        return proxy(ResultSetMetaData.class, (_, method, arguments) -> switch (method.getName()) {
            case "getColumnCount" ->
                current.isEmpty() ? columns.size() : current.getFirst().size();
            case "getColumnName" -> List.copyOf(columns.keySet()).get((int) arguments[0] - 1);
            case "getColumnTypeName" -> List.copyOf(columns.values()).get((int) arguments[0] - 1);
            default -> throw new UnsupportedOperationException(method.getName());
        });
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(FakeTrino.class.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
