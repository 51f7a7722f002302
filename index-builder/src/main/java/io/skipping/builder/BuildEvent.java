// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Locale;

/**
 * One row of {@code system.summarize}.
 *
 * @param kind what happened
 * @param build name of the build, the same in all rows
 * @param objects objects that the row speaks of
 * @param bytes bytes of data that the row speaks of
 * @param ranges ranges summarised, of {@code DONE}
 * @param rows rows summarised, of {@code DONE}
 * @param indexBytes bytes that the summaries take in their store, of {@code DONE}
 * @param object path of the object, of {@code FAILED}
 * @param message why it could not be summarised, of {@code FAILED}; how the indexes change, of {@code PLANNED}
 */
record BuildEvent(
        Kind kind,
        String build,
        long objects,
        long bytes,
        long ranges,
        long rows,
        long indexBytes,
        String object,
        String message) {
    enum Kind {
        /** work was found; more of it may be found later */
        PLANNED,
        /** summaries of this version exist already */
        CURRENT,
        /** modified so shortly before the build that they are left to the next one */
        YOUNG,
        /** a unit of work is finished */
        DONE,
        /** an object could not be summarised; queries read it */
        FAILED,
        /** something that a newer connector says and that changes nothing here */
        OTHER,
    }

    static BuildEvent read(ResultSet row) throws SQLException {
        return new BuildEvent(
                kind(row.getString("event")),
                row.getString("build"),
                row.getLong("objects"),
                row.getLong("bytes"),
                row.getLong("ranges"),
                row.getLong("rows"),
                row.getLong("index_bytes"),
                row.getString("object"),
                row.getString("message"));
    }

    private static Kind kind(String name) {
        return switch (name == null ? "" : name.toLowerCase(Locale.ROOT)) {
            case "planned" -> Kind.PLANNED;
            case "current" -> Kind.CURRENT;
            case "young" -> Kind.YOUNG;
            case "done" -> Kind.DONE;
            case "failed" -> Kind.FAILED;
            default -> Kind.OTHER;
        };
    }
}
