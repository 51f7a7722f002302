// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.command.rewrite;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Tells how the format of a table limits the precision of its timestamps. Trino's writer of Avro, which has milliseconds, fails
 * at nanoseconds. At microseconds it rounds, and so does an INSERT that reads a partition of another format; checksums at
 * nanoseconds show it.
 *
 * @param isAvro whether the table is known to be of Avro
 * @param unknownBecause why the table's definition, which has the format, could not be read; empty if it was
 */
public record TableFormat(boolean isAvro, Optional<String> unknownBecause) {
    /** Represents a format that can hold timestamps at every precision. */
    public static final TableFormat OTHER = new TableFormat(false, Optional.empty());

    /**
     * Takes a definition apart, so that text in a comment is not taken for a property. It is possessive: otherwise the stack
     * grows with each character of a literal, such as a schema of Avro.
     */
    private static final Pattern LITERAL_OR_NAME = Pattern.compile("'(?:[^']|'')*+'|\"(?:[^\"]|\"\")*+\"");

    private static final Pattern FORMAT = Pattern.compile("\\bformat\\s*=\\s*$");

    /** Returns the format that a table's definition names. */
    public static TableFormat of(String definition) {
        Matcher matcher = LITERAL_OR_NAME.matcher(definition);
        int end = 0;
        while (matcher.find()) {
            if (matcher.group().equalsIgnoreCase("'AVRO'")
                    && FORMAT.matcher(definition.substring(end, matcher.start()))
                            .find()) {
                return new TableFormat(true, Optional.empty());
            }
            end = matcher.end();
        }
        return OTHER;
    }

    /** Returns the format of a table whose definition could not be read; the user may lack the right. */
    public static TableFormat unknown(String because) {
        return new TableFormat(false, Optional.of(because));
    }

    /**
     * Returns the precision at which the INSERT of a rewrite reads and writes timestamps.
     *
     * @param wanted the precision at which it would lose nothing, as the connector names it
     */
    String precision(String wanted) {
        return isAvro && wanted.equals(TableColumn.FINEST) ? "MICROSECONDS" : wanted;
    }

    /**
     * Returns the message of an INSERT that failed, with the possible reason that the format was not known.
     *
     * @param precision at which timestamps were to be written; empty if the table has none
     */
    String explain(String failure, Optional<String> precision) {
        if (unknownBecause.isEmpty() || !precision.equals(Optional.of(TableColumn.FINEST))) {
            return failure;
        }
        return "%s. SHOW CREATE TABLE has failed, so it is not known whether this is a table of Avro, to which Trino cannot write nanoseconds; if it is, the user needs the right to this statement (%s)"
                .formatted(failure, unknownBecause.get());
    }
}
