// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.concurrency;

import io.skipping.testing.trino.LocalTrino;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;

/**
 * Asks one question after the other until the time is up. The last query is not cut short.
 *
 * @param number number of the client, which determines the order of its questions
 * @param end the end of the time, in nanoseconds
 */
record Client(LocalTrino trino, Contender contender, String table, Questions questions, int number, long end)
        implements Callable<List<Asked>> {
    @Override
    public List<Asked> call() throws SQLException {
        Random random = new Random(number);
        List<Asked> all = new ArrayList<>();
        try (Connection connection = trino.connect()) {
            contender.setting().prepare(connection);
            while (true) {
                for (Question question : questions.shuffled(random)) {
                    if (System.nanoTime() - end >= 0) {
                        return all;
                    }
                    all.add(ask(connection, question));
                }
            }
        }
    }

    private Asked ask(Connection connection, Question question) {
        long began = System.nanoTime();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(question.sql(table))) {
            Map<Integer, Totals> answer = new HashMap<>();
            while (rows.next()) {
                answer.put(rows.getInt(1), new Totals(rows.getLong(2), rows.getLong(3)));
            }
            return new Asked(question, began, System.nanoTime(), Optional.of(answer), "");
        } catch (SQLException e) {
            return new Asked(question, began, System.nanoTime(), Optional.empty(), String.valueOf(e.getMessage()));
        }
    }
}
