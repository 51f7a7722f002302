// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.acceptance;

import io.skipping.testing.lake.LocalLake;
import io.skipping.testing.lake.Queries;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/**
 * Requests what somebody would who knows the index types, the questions and the data, beside the indexes that builds
 * choose.
 */
final class ExpertTripIndexes implements TripIndexes {
    private static final Map<String, List<Request>> REQUESTS = Map.of(
            TripQuestions.CSV,
            List.of(
                    new Request("gaps", "'CAST(pickup AS timestamp(6))'"),
                    new Request("prefix", "'pickup'", ", MAP(ARRAY['length'], ARRAY['10'])"),
                    new Request("values", "'pickup_zone'"),
                    new Request("values", "'CAST(pickup_zone AS integer)'"),
                    new Request("ngram", "'comment'"),
                    new Request("values", "'plate'"),
                    new Request("bbox", "'CAST(pickup_longitude AS double)', 'CAST(pickup_latitude AS double)'"),
                    new Request("gaps", "'date_parse(pickup, ''%Y-%m-%d %H:%i:%s'')'"),
                    new Request("values", "'json_extract_scalar(extra, ''$.driver'')'")),
            TripQuestions.GZIP,
            List.of(
                    new Request("gaps", "'CAST(pickup AS timestamp(6))'"),
                    new Request("prefix", "'pickup'", ", MAP(ARRAY['length'], ARRAY['10'])"),
                    new Request("minmax", "'CAST(tip AS decimal(9, 2))'"),
                    new Request("minmax", "'CAST(total AS decimal(9, 2))'"),
                    new Request("ranks", "'CAST(total AS decimal(9, 2))'", ", MAP(ARRAY['ranks'], ARRAY['10'])"),
                    new Request("ngram", "'comment'"),
                    new Request("bbox", "'CAST(pickup_longitude AS double)', 'CAST(pickup_latitude AS double)'")),
            TripQuestions.PARQUET,
            List.of(
                    new Request("gaps", "'pickup'"),
                    // 2 % of a small object are 8 bits for each of its trips, which lets some pass
                    new Request("bloom", "'trip_id'", ", MAP(ARRAY['budget_percent'], ARRAY['4'])"),
                    new Request("values", "'pickup_zone'"),
                    new Request("values", "'payment'"),
                    new Request("minmax", "'total'"),
                    new Request("ranks", "'pickup'", ", MAP(ARRAY['ranks'], ARRAY['10,20,100'])")),
            TripQuestions.JSON,
            List.of(
                    new Request("gaps", "'CAST(pickup AS timestamp(6))'"),
                    new Request("prefix", "'pickup'", ", MAP(ARRAY['length'], ARRAY['10'])"),
                    new Request("values", "'extra.driver'"),
                    new Request("values", "'elements(tags)'"),
                    new Request("values", "'status'"),
                    new Request("values", "'payment'")));

    /** @param columns elements of an array in SQL */
    private record Request(String type, String columns, String options) {
        Request(String type, String columns) {
            this(type, columns, "");
        }

        String statement(String schema, String table) {
            return "CALL %s.system.create_index('%s', '%s', '%s', ARRAY[%s]%s)"
                    .formatted(LocalLake.SKIPPING_CATALOG, schema, table, type, columns, options);
        }
    }

    @Override
    public void request(LocalLake lake, Queries queries, String schema, String table) throws SQLException {
        for (Request request : REQUESTS.get(table)) {
            queries.rows(request.statement(schema, table));
        }
    }
}
