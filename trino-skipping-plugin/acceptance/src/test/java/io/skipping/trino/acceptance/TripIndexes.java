// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.acceptance;

import io.skipping.testing.lake.LocalLake;
import io.skipping.testing.lake.Queries;
import io.skipping.testing.trips.ExpertTripIndexes;
import java.io.IOException;
import java.sql.SQLException;

/** Decides which indexes a table of trips gets. */
@FunctionalInterface
interface TripIndexes {
    /** Requests none: the build chooses. */
    TripIndexes AUTOMATIC = (_, _, _, _) -> {};

    /** Requests what somebody would who knows the index types, the questions and the data. */
    TripIndexes EXPERT = (_, queries, schema, table) -> {
        for (String statement : ExpertTripIndexes.statements(LocalLake.SKIPPING_CATALOG, schema, table)) {
            queries.rows(statement);
        }
    };

    /** Requests the indexes of a table, which the next build makes. */
    void request(LocalLake lake, Queries queries, String schema, String table) throws IOException, SQLException;
}
