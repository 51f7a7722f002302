// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder.catalog;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Locale;

/**
 * Represents one row of the result of {@code system.summarize}, which reports on some objects of a table.
 *
 * @param kind what happened
 * @param build the name of the build, the same in all rows
 * @param objects the number of objects that the row describes
 * @param bytes the bytes of data that the row describes
 * @param ranges the number of ranges summarised, in {@code DONE}
 * @param rows the number of rows summarised, in {@code DONE}
 * @param indexBytes the bytes that the summaries take in their store, in {@code DONE}
 * @param object the path of the object, in {@code FAILED}
 * @param message why it could not be summarised, in {@code FAILED}; how the indexes change, in {@code PLANNED}
 */
public record BuildEvent(
        Kind kind,
        String build,
        long objects,
        long bytes,
        long ranges,
        long rows,
        long indexBytes,
        String object,
        String message) {
    /** Lists what an event can report. */
    public enum Kind {
        /** Work was found; more may be found later. */
        PLANNED,
        /** The current versions of the objects have summaries already. */
        CURRENT,
        /** The objects were modified too shortly before the build, which leaves them to the next one. */
        YOUNG,
        /** A unit of work is finished. */
        DONE,
        /** An object could not be summarised; queries read it. */
        FAILED,
        /** A newer connector reports something that this command does not know, and ignores. */
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
