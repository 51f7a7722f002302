// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.local;

import java.sql.SQLException;
import java.time.Instant;

/** Workers of a server that has started: which catalogs they have is known some seconds later. */
public final class Workers {
    private Workers() {}

    /** Runs a query, and takes its rows. */
    public interface Query<T> {
        T run() throws SQLException;
    }

    /** A query fails when it is run or when its rows are asked for, as its columns are known before. */
    public static <T> T whenKnown(Query<T> query) throws SQLException {
        Instant deadline = Instant.now().plusSeconds(60);
        while (true) {
            try {
                return query.run();
            } catch (SQLException e) {
                if (!e.getMessage().contains("No nodes available to run query")
                        || Instant.now().isAfter(deadline)) {
                    throw e;
                }
            }
        }
    }
}
