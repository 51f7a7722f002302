// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.trips;

/**
 * Holds a question about trips, as somebody writes it who knows SQL and has not heard of indexes.
 *
 * @param title the question, for people
 * @param table the table of the trips that it is about
 * @param sql the question, with CATALOG in place of catalog and schema
 * @param match a condition on rows of the table: objects without such rows need not be read
 */
public record TripQuestion(String title, String table, String sql, String match) {
    /** Creates a question about the rows that satisfy a condition. */
    static TripQuestion where(String title, String table, String select, String condition) {
        return new TripQuestion(
                title, table, "SELECT %s FROM CATALOG.%s WHERE %s".formatted(select, table, condition), condition);
    }

    /** Returns the name in results. */
    public String name() {
        return "%s/%s".formatted(table, title.replace(",", "").replace(' ', '-'));
    }

    /** Returns the question about tables of a catalog and schema. */
    public String sqlIn(String catalogAndSchema) {
        return sql.replace("CATALOG", catalogAndSchema);
    }

    /** Returns the condition on rows that match, about tables of a catalog and schema. */
    public String matchIn(String catalogAndSchema) {
        return match.replace("CATALOG", catalogAndSchema);
    }
}
