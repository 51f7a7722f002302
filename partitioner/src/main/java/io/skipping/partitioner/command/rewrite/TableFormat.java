// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.command.rewrite;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Tells how the format of a table limits what a rewrite keeps. Trino reads text that it cannot parse as NULL in some formats.
 * Its writer of Avro, which has milliseconds, fails at nanoseconds. At microseconds it rounds, and so does an INSERT that reads a
 * partition of another format; checksums at nanoseconds show it.
 *
 * @param name such as AVRO; empty if it is not known
 * @param unknownBecause why the table's definition, which has the format, could not be read; empty if it was
 */
public record TableFormat(Optional<String> name, Optional<String> unknownBecause) {
    /** Represents a format that is not needed. */
    public static final TableFormat OTHER = new TableFormat(Optional.empty(), Optional.empty());

    /** Formats whose readers take text that they cannot parse for NULL. */
    private static final Set<String> LENIENT = Set.of("TEXTFILE", "SEQUENCEFILE", "RCTEXT", "OPENX_JSON");

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
            String literal = matcher.group();
            if (literal.startsWith("'")
                    && FORMAT.matcher(definition.substring(end, matcher.start()))
                            .find()) {
                String name = literal.substring(1, literal.length() - 1).toUpperCase(Locale.ENGLISH);
                return new TableFormat(Optional.of(name), Optional.empty());
            }
            end = matcher.end();
        }
        return OTHER;
    }

    /** Returns the format of a table whose definition could not be read; the user may lack the right. */
    public static TableFormat unknown(String because) {
        return new TableFormat(Optional.empty(), Optional.of(because));
    }

    boolean isAvro() {
        return name.equals(Optional.of("AVRO"));
    }

    /**
     * Returns a warning, without the full stop, if the objects may have text that Trino reads as NULL: a rewrite writes NULL, and
     * checksums compare what Trino reads.
     */
    Optional<String> warning(List<TableColumn> columns) {
        boolean isLenient = name.map(LENIENT::contains).orElse(unknownBecause.isPresent());
        // lines that are not JSON are text, too
        boolean isParsed = name.equals(Optional.of("OPENX_JSON"))
                || columns.stream().anyMatch(column -> !column.isPartitionKey() && !column.isText());
        return isLenient && isParsed
                ? Optional.of(
                        "%s, Trino reads what it cannot parse as NULL, such as letters in a number. The rewrite writes NULL in its place, which checksums do not show, and --finish deletes the objects that have the text. If it may be needed, copy the objects before --finish"
                                .formatted(name.map(format -> "in a table of " + format)
                                        .orElse("the format of the table is not known, and in some formats")))
                : Optional.empty();
    }

    /**
     * Returns the precision at which the INSERT of a rewrite reads and writes timestamps.
     *
     * @param wanted the precision at which it would lose nothing, as the connector names it
     */
    String precision(String wanted) {
        return isAvro() && wanted.equals(TableColumn.FINEST) ? "MICROSECONDS" : wanted;
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
