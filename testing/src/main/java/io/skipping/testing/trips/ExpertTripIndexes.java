// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.trips;

import java.util.List;
import java.util.Map;

/**
 * Lists the indexes that somebody would request who knows the index types, the questions and the data, beside the indexes that builds
 * choose.
 */
public final class ExpertTripIndexes {
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

        String statement(String catalog, String schema, String table) {
            return "CALL %s.system.create_index('%s', '%s', '%s', ARRAY[%s]%s)"
                    .formatted(catalog, schema, table, type, columns, options);
        }
    }

    private ExpertTripIndexes() {}

    /** Returns the statements that request the indexes of a table, which the next build makes. */
    public static List<String> statements(String catalog, String schema, String table) {
        return REQUESTS.get(table).stream()
                .map(request -> request.statement(catalog, schema, table))
                .toList();
    }
}
