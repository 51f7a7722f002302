// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.command.rewrite;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Describes the rows of a table or partition: their number, and a checksum of each column, which does not depend on the
 * order of the rows. It shows what a format's writer cannot represent, such as a backslash in CSV.
 *
 * @param checksums as text, in the order of the columns; NULL if there are no rows
 */
record Content(long rows, List<String> checksums) {
    /** Reads the only row that {@link RewriteSql#content} returns. */
    static Content read(ResultSet results, int columns) throws SQLException {
        Content content = new Content(0, List.of());
        // read to the end: a query that is abandoned earlier counts as cancelled
        while (results.next()) {
            List<String> checksums = new ArrayList<>();
            for (int column = 0; column < columns; column++) {
                checksums.add(results.getString(column + 2));
            }
            content = new Content(results.getLong(1), checksums);
        }
        return content;
    }

    /** Returns the columns whose values differ. */
    List<String> differences(Content other, List<TableColumn> columns) {
        List<String> names = new ArrayList<>();
        for (int column = 0; column < columns.size(); column++) {
            if (!Objects.equals(checksums.get(column), other.checksums.get(column))) {
                names.add(columns.get(column).name());
            }
        }
        return names;
    }
}
