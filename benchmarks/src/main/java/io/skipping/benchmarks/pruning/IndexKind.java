// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.pruning;

import io.skipping.testing.lake.IndexedTable;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * An index whose cost is measured.
 *
 * @param name in results
 * @param creator makes tables over the data
 * @param columns that the index is over
 * @param types index types, with the columns that each is over; none for what is chosen when nothing is asked for
 * @param mostPercent of the data that it may take
 */
record IndexKind(
        String name,
        Lake.DataSet dataSet,
        TableCreator creator,
        List<String> columns,
        Map<String, List<List<String>>> types,
        OptionalDouble mostPercent) {
    interface TableCreator {
        void create(Lake lake, String table) throws IOException, SQLException;
    }

    void request(IndexedTable index) throws SQLException {
        for (Map.Entry<String, List<List<String>>> type : types.entrySet()) {
            for (List<String> over : type.getValue()) {
                index.request(type.getKey(), over);
            }
        }
    }
}
