// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder.catalog;

import io.skipping.command.Texts;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalDouble;

/**
 * Counts what a server's scans of a table have skipped, as {@code "table$scans"} says.
 *
 * @param since when the server began to count: when it started, as a rule
 * @param scans how many scans with a condition there were
 * @param objects how many objects they considered, together
 * @param objectsPruned how many of these they did not read
 * @param bytes the bytes of the objects and ranges that they considered
 * @param bytesPruned how many of these they did not read
 */
public record TableScans(Instant since, long scans, long objects, long objectsPruned, long bytes, long bytesPruned) {
    static TableScans read(ResultSet row) throws SQLException {
        Timestamp since = row.getTimestamp("since");
        return new TableScans(
                since == null ? Instant.EPOCH : since.toInstant(),
                row.getLong("scans"),
                row.getLong("objects_considered"),
                row.getLong("objects_pruned"),
                row.getLong("bytes_considered"),
                row.getLong("bytes_pruned"));
    }

    /**
     * Returns how many seconds reading what was skipped would have taken a thread of the server.
     *
     * @param bytesASecond the pace of recent queries; empty if it is not known
     */
    public OptionalDouble secondsSaved(OptionalDouble bytesASecond) {
        return bytesASecond.isPresent() && bytesASecond.getAsDouble() > 0
                ? OptionalDouble.of(bytesPruned / bytesASecond.getAsDouble())
                : OptionalDouble.empty();
    }

    /**
     * Describes the scans for people, in one line.
     *
     * @param bytesASecond the pace of recent queries; empty if it is not known
     */
    public String text(OptionalDouble bytesASecond) {
        if (scans == 0) {
            return "no scan with a condition since %s".formatted(Texts.time(since));
        }
        String time = secondsSaved(bytesASecond).isPresent()
                ? ", which saved a thread about %s"
                        .formatted(Texts.duration(Duration.ofSeconds(
                                Math.round(secondsSaved(bytesASecond).getAsDouble()))))
                : "";
        return "%s with a condition since %s skipped %s of %s%s"
                .formatted(
                        scans == 1 ? "1 scan" : Texts.count(scans) + " scans",
                        Texts.time(since),
                        Texts.bytes(bytesPruned),
                        Texts.bytes(bytes),
                        time);
    }
}
