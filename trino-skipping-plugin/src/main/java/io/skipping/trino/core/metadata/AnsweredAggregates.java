// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.metadata;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableMap;
import io.skipping.trino.core.answer.Aggregate;
import io.skipping.trino.core.answer.Answer;
import io.skipping.trino.core.answer.AnswerableScan;
import io.skipping.trino.core.answer.IndexAnswers;
import io.trino.spi.connector.AggregateFunction;
import io.trino.spi.connector.AggregationApplicationResult;
import io.trino.spi.connector.Assignment;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.ConnectorTableHandle;
import io.trino.spi.expression.Variable;
import io.trino.spi.statistics.Estimate;
import io.trino.spi.statistics.TableStatistics;
import io.trino.spi.type.Type;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/** Replaces aggregates that the index can answer by scans that return one row and read nothing. */
public final class AnsweredAggregates {
    /** The statistics of such a scan. */
    public static final TableStatistics STATISTICS =
            TableStatistics.builder().setRowCount(Estimate.of(1)).build();

    private final IndexAnswers answers;
    private final ScanHandles handles;

    // the planner asks for the same aggregates repeatedly; statements of a transaction may see what others of it have
    // written
    private final Map<AggregatesOfScan, Optional<Answer>> answered = new ConcurrentHashMap<>();

    private record AggregatesOfScan(String query, ConnectorTableHandle table, List<Aggregate> aggregates) {}

    /** Answers aggregates in one transaction. */
    public AnsweredAggregates(IndexAnswers answers, ScanHandles handles) {
        this.answers = requireNonNull(answers, "answers is null");
        this.handles = requireNonNull(handles, "handles is null");
    }

    /**
     * Answers aggregates over all rows of a scan.
     *
     * @param table a handle whose scan returns every row that the engine aggregates, and no other
     * @param scan the scan of the handle
     * @return empty if the scan must read the objects
     */
    public Optional<AggregationApplicationResult<ConnectorTableHandle>> apply(
            ConnectorTableHandle table,
            AnswerableScan scan,
            List<AggregateFunction> functions,
            Map<String, ColumnHandle> assignments) {
        List<Aggregate> aggregates = functions.stream()
                .flatMap(function -> Aggregate.of(function, assignments, handles.columns()).stream())
                .collect(toImmutableList());
        if (aggregates.size() < functions.size()) {
            return Optional.empty();
        }
        String query = scan.planned().session().getQueryId();
        return answered.computeIfAbsent(
                        new AggregatesOfScan(query, table, aggregates), _ -> answers.find(scan, aggregates))
                .map(answer -> asScan(table, answer));
    }

    private AggregationApplicationResult<ConnectorTableHandle> asScan(ConnectorTableHandle table, Answer answer) {
        List<Assignment> columns = IntStream.range(0, answer.values().size())
                .mapToObj(value -> column(value, answer))
                .collect(toImmutableList());
        return new AggregationApplicationResult<>(
                handles.answered(table, answer),
                columns.stream()
                        .map(column -> new Variable(column.getVariable(), column.getType()))
                        .collect(toImmutableList()),
                columns,
                ImmutableMap.of(),
                false);
    }

    private Assignment column(int value, Answer answer) {
        String name = Answer.column(value);
        Type type = answer.values().get(value).getType();
        return new Assignment(name, handles.answerColumn(value, name, type), type);
    }
}
