// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.pruning;

import io.skipping.testing.lake.IndexedTable;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Describes an index whose cost is measured.
 *
 * @param name the name in results
 * @param creator creates tables over the data
 * @param columns the indexed columns
 * @param types index types with the columns of each; empty for the automatic indexes
 * @param mostPercent limit for the size of the index, in percent of the data
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
