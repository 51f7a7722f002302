// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static com.google.common.collect.ImmutableList.toImmutableList;

import io.skipping.trino.core.release.DirectClients;
import io.trino.Session;
import io.trino.server.testing.TestingTrinoServer;
import io.trino.spi.type.ArrayType;
import io.trino.spi.type.MapType;
import io.trino.spi.type.RowType;
import io.trino.spi.type.SqlDate;
import io.trino.spi.type.SqlDecimal;
import io.trino.spi.type.SqlTime;
import io.trino.spi.type.SqlTimestamp;
import io.trino.spi.type.SqlTimestampWithTimeZone;
import io.trino.spi.type.SqlVarbinary;
import io.trino.spi.type.Type;
import io.trino.testing.MaterializedResult;
import io.trino.testing.MaterializedRow;
import io.trino.testing.ResultWithQueryId;
import io.trino.testing.TestingDirectTrinoClient;
import io.trino.testing.TestingTrinoClient;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Hands statements to the server in this process, and takes the pages of their results from it, without Trino's client
 * protocol: a tenth of the CPU time of a test that asks many small queries is HTTP and JSON between client and
 * coordinator. Tests of real servers use the protocol.
 */
final class InProcessClient extends TestingTrinoClient {
    private final TestingDirectTrinoClient client;

    InProcessClient(TestingTrinoServer server, Session defaultSession) {
        super(server, defaultSession);
        this.client = DirectClients.of(server);
    }

    @Override
    public ResultWithQueryId<MaterializedResult> execute(Session session, String sql) {
        TestingDirectTrinoClient.Result result = client.execute(session, sql);
        return new ResultWithQueryId<>(
                result.queryId(), asOfTheProtocol(result.result().get()));
    }

    /** Returns the result with the values as which Trino's client shows them. */
    private static MaterializedResult asOfTheProtocol(MaterializedResult result) {
        if (result.getTypes().isEmpty()) {
            // of a statement that has no rows, there are no names of columns either
            return result;
        }
        List<MaterializedRow> rows = result.getMaterializedRows().stream()
                .map(row -> row(result.getTypes(), row.getFields()))
                .collect(toImmutableList());
        return new MaterializedResult(
                Optional.of(result.getSession()),
                rows,
                result.getTypes(),
                result.getColumnNames(),
                result.getQueryDataEncoding(),
                result.getSetSessionProperties(),
                result.getResetSessionProperties(),
                result.getUpdateType(),
                result.getUpdateCount(),
                result.getWarnings(),
                result.getStatementStats());
    }

    private static MaterializedRow row(List<Type> types, List<?> fields) {
        List<Object> values = new ArrayList<>(fields.size());
        for (int field = 0; field < fields.size(); field++) {
            values.add(value(types.get(field), fields.get(field)));
        }
        return new MaterializedRow(values);
    }

    /** Returns a value as which Trino's client shows it. */
    static Object value(Type type, Object value) {
        return switch (value) {
            case null -> null;
            case SqlDate date -> LocalDate.ofEpochDay(date.getDays());
            case SqlTime time -> LocalTime.parse(time.toString());
            case SqlTimestamp timestamp when timestamp.getPrecision() <= 9 -> timestamp.toLocalDateTime();
            case SqlTimestamp timestamp -> timestamp.toString();
            case SqlTimestampWithTimeZone timestamp -> timestamp.toZonedDateTime();
            case SqlDecimal decimal -> decimal.toBigDecimal();
            case SqlVarbinary binary -> binary.getBytes();
            case List<?> list
            when type instanceof ArrayType array -> {
                List<Object> values = new ArrayList<>(list.size());
                list.forEach(element -> values.add(value(array.getElementType(), element)));
                yield values;
            }
            case List<?> list
            when type instanceof RowType row ->
                row(row.getFields().stream().map(RowType.Field::getType).toList(), list);
            case Map<?, ?> map
            when type instanceof MapType mapType -> {
                Map<Object, Object> values = new HashMap<>();
                map.forEach((key, element) ->
                        values.put(value(mapType.getKeyType(), key), value(mapType.getValueType(), element)));
                yield values;
            }
            default -> value;
        };
    }
}
