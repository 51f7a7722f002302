// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.command.rewrite;

import io.skipping.command.Texts;
import io.skipping.command.progress.Steps;
import io.skipping.partitioner.command.rewrite.PartitionName.PartitionColumn;
import io.trino.jdbc.TrinoStatement;
import java.io.IOException;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BiFunction;

/**
 * Rewrites a table, or one Hive partition after another, by SQL. A failure before the swap leaves the table or the partition as
 * it was; partitions before it stay rewritten.
 */
public final class TableRewrite {
    /** The maximum number of builds. An object is indexed once it has been unchanged for two seconds. */
    private static final int BUILDS = 10;

    private static final long PAUSE_MILLIS = 1_000;

    private final Connection connection;
    private final RewriteSql sql;
    private final Layout layout;
    private final PrintWriter out;
    private final Steps progress;
    private final BiFunction<String, SQLException, String> explanations;
    private final long pauseMillis;

    /**
     * Describes the layout in which the table is rewritten.
     *
     * @param model the model, as JSON
     * @param partitions the number of the model's partitions
     * @param sortedBy the columns by which each object is sorted, the first one first; empty to leave the order to Trino
     * @param moveExternal whether an external table may be moved to another folder
     */
    public record Layout(String model, int partitions, List<String> sortedBy, boolean moveExternal) {}

    /**
     * Creates a rewrite; nothing is sent yet.
     *
     * @param connection the connection to Trino, which the caller closes
     * @param out receives a line about each result
     * @param progress receives warnings, and lines about steps and how far they have got
     * @param explanations says why a statement about something failed, in a sentence for the user
     */
    public TableRewrite(
            Connection connection,
            RewriteSql sql,
            Layout layout,
            PrintWriter out,
            PrintWriter progress,
            BiFunction<String, SQLException, String> explanations) {
        this(connection, sql, layout, out, progress, explanations, PAUSE_MILLIS);
    }

    /** @param pauseMillis the time between builds */
    TableRewrite(
            Connection connection,
            RewriteSql sql,
            Layout layout,
            PrintWriter out,
            PrintWriter progress,
            BiFunction<String, SQLException, String> explanations,
            long pauseMillis) {
        this.connection = connection;
        this.sql = sql;
        this.layout = layout;
        this.out = out;
        this.progress = Steps.of(
                line -> {
                    progress.println(line);
                    progress.flush();
                },
                System::nanoTime);
        this.explanations = explanations;
        this.pauseMillis = pauseMillis;
    }

    /**
     * Rewrites the table or its partitions.
     *
     * @param partition the partition as Hive names it; empty for all partitions
     * @param dryRun whether to only report what would be done
     * @throws IllegalArgumentException if there can be no such partition; the message is meant for the user
     */
    public void run(Optional<String> partition, boolean dryRun) throws IOException {
        List<TableColumn> all = columns();
        // before anything is written
        TableColumn.precision(all);
        List<PartitionColumn> columns = all.stream()
                .filter(TableColumn::isPartitionKey)
                .map(column -> new PartitionColumn(column.name(), column.type()))
                .toList();
        if (columns.isEmpty() && partition.isPresent()) {
            throw new IllegalArgumentException(
                    "Table %s has no partitions: leave --partition out".formatted(sql.table()));
        }
        List<Optional<PartitionName>> parts = new ArrayList<>();
        if (partition.isPresent()) {
            parts.add(Optional.of(PartitionName.of(columns, partition.get())));
        } else if (columns.isEmpty()) {
            parts.add(Optional.empty());
        } else {
            partitions(columns).forEach(name -> parts.add(Optional.of(name)));
        }
        sayWhatIsLeft();
        sql.format().warning(all).ifPresent(warning -> progress.say("%s: Warning: %s".formatted(sql.table(), warning)));
        int rewritten = 0;
        for (Optional<PartitionName> part : parts) {
            try {
                rewritten += rewrite(all, part, dryRun) ? 1 : 0;
            } catch (IOException e) {
                throw rewritten == 0
                        ? e
                        : new IOException(
                                "%s. Of the partitions, %d %s rewritten before"
                                        .formatted(e.getMessage(), rewritten, rewritten == 1 ? "was" : "were"),
                                e);
            }
        }
    }

    private void sayWhatIsLeft() throws IOException {
        List<String> left = names(sql.stagingTables());
        if (!left.isEmpty()) {
            out.printf(
                    "%s: earlier rewrites left %s; `rewrite --finish` removes what is not needed any more%n",
                    sql.table(), String.join(", ", left));
        }
    }

    private List<TableColumn> columns() throws IOException {
        return query(sql.columns(), rows -> {
            List<TableColumn> columns = new ArrayList<>();
            while (rows.next()) {
                columns.add(new TableColumn(
                        rows.getString(1), rows.getString(2), "partition key".equals(rows.getString(3))));
            }
            return columns;
        });
    }

    private List<PartitionName> partitions(List<PartitionColumn> columns) throws IOException {
        return query(sql.partitions(columns), rows -> {
            List<PartitionName> names = new ArrayList<>();
            while (rows.next()) {
                List<Optional<String>> values = new ArrayList<>();
                for (int number = 1; number <= columns.size(); number++) {
                    values.add(Optional.ofNullable(rows.getString(number)));
                }
                names.add(new PartitionName(columns, values));
            }
            return names;
        });
    }

    /** Returns whether there was something to rewrite. */
    private boolean rewrite(List<TableColumn> columns, Optional<PartitionName> part, boolean dryRun)
            throws IOException {
        String what = sql.table() + part.map(name -> ", " + name).orElse("");
        long rows = number(sql.rows(sql.table(), part));
        if (rows == 0) {
            out.printf("%s: has no rows, so there is nothing to rewrite%n", what);
            return false;
        }
        if (dryRun) {
            out.printf(
                    "%s: %,d rows in %,d objects would be rewritten into up to %,d%n",
                    what, rows, number(sql.objects(part)), layout.partitions());
            return false;
        }
        Optional<String> partition = part.isPresent() ? Optional.of(partitionOfRows(part.get())) : Optional.empty();
        String rewrite = HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextInt());
        execute(sql.begin(rewrite, layout.model(), layout.sortedBy(), partition, layout.moveExternal()));
        try {
            write(rewrite, columns, part, what, rows);
        } catch (IOException e) {
            throw new IOException("%s. %s".formatted(e.getMessage(), remove(rewrite, e)), e);
        }
        progress.tell(what + ": swap");
        try {
            execute(sql.swap(rewrite));
        } catch (IOException e) {
            // it may be swapped: then rows of slow writers are in the staging table only, as the message says
            throw new IOException(
                    "%s%s. The rewrite's staging table is %s. If this message asks for statements, run them first; `rewrite --finish` then removes what is left"
                            .formatted(
                                    e.getMessage(),
                                    hasEnded(e)
                                            ? ""
                                            : ". Whether it was swapped is not known: \"$path\" of its rows says where they are",
                                    sql.staging(rewrite)),
                    e);
        }
        out.printf(
                "%s: %,d rows are now in %,d objects; `rewrite --finish` deletes the old ones when no query reads them any more%n",
                what, rows, number(sql.objects(part)));
        return true;
    }

    private void write(String rewrite, List<TableColumn> columns, Optional<PartitionName> part, String what, long rows)
            throws IOException {
        Optional<String> precision = TableColumn.precision(columns);
        setPrecision(precision.map(sql.format()::precision));
        try {
            copy(rewrite, columns, precision, part, what, rows);
        } catch (IOException e) {
            resetPrecision(precision).ifPresent(e::addSuppressed);
            throw e;
        }
        // indexes are over columns as queries read them
        Optional<IOException> failure = resetPrecision(precision);
        if (failure.isPresent()) {
            throw failure.get();
        }
        if (number(sql.publishedIndexes()) > 0) {
            progress.tell(what + ": index");
            index(rewrite, what);
        }
    }

    /** Returns what this fails with: whoever knows of an earlier failure must tell of that one, which may not be over. */
    private Optional<IOException> resetPrecision(Optional<String> precision) {
        try {
            if (precision.isPresent()) {
                execute(sql.usualTimestampPrecision());
            }
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(e);
        }
    }

    private void copy(
            String rewrite,
            List<TableColumn> columns,
            Optional<String> precision,
            Optional<PartitionName> part,
            String what,
            long rows)
            throws IOException {
        progress.tell("%s: INSERT of %s rows".formatted(what, Texts.count(rows)));
        long written = insert(rewrite, precision, part);
        // what was rounded shows only in checksums over values that are not
        setPrecision(precision);
        progress.tell(what + ": checksums");
        Content found = content(sql.content(sql.staging(rewrite), columns, Optional.empty()), columns);
        Content expected = content(sql.content(sql.table(), columns, part), columns);
        if (written != found.rows() || written != expected.rows()) {
            throw new IOException("%s has %d rows, %d were written, and %d are found there; nothing was swapped"
                    .formatted(what, expected.rows(), written, found.rows()));
        }
        List<String> different = expected.differences(found, columns);
        if (!different.isEmpty()) {
            throw new IOException(
                    "%s: the values of %s would not stay the same, because Trino cannot write all of them in the table's format; nothing was swapped. Copy the table by CREATE TABLE AS into another format, such as Parquet, and rewrite the copy"
                            .formatted(what, String.join(", ", different)));
        }
    }

    private void setPrecision(Optional<String> precision) throws IOException {
        if (precision.isPresent()) {
            execute(sql.timestampPrecision(precision.get()));
        }
    }

    private long insert(String rewrite, Optional<String> precision, Optional<PartitionName> part) throws IOException {
        try {
            return update(sql.insert(rewrite, part));
        } catch (IOException e) {
            // whether the INSERT is over can be seen from the cause
            throw new IOException(sql.format().explain(e.getMessage(), precision), e.getCause());
        }
    }

    /**
     * Removes what a rewrite wrote that did not reach the swap.
     *
     * @return a sentence that says whether it was removed
     */
    private String remove(String rewrite, IOException failure) {
        // a failed INSERT has ended, but one whose answer did not arrive may still be writing
        if (hasEnded(failure)) {
            try {
                execute(sql.remove(rewrite));
                return "What it had written was removed";
            } catch (IOException e) {
                failure.addSuppressed(e);
            }
        }
        return "What it had written is in staging table %s, which `rewrite --finish` removes"
                .formatted(sql.staging(rewrite));
    }

    /** Returns whether the server has said that a statement failed; otherwise it may go on. */
    private static boolean hasEnded(IOException failure) {
        return !(failure.getCause() instanceof SQLException sqlFailure) || sqlFailure.getErrorCode() != 0;
    }

    /**
     * Returns the name of the one partition that contains the rows of certain values. Two folders may have names with
     * the same value; their rows cannot be told apart by it.
     */
    private String partitionOfRows(PartitionName part) throws IOException {
        List<String> found = names(sql.partitionsOfRows(part));
        if (found.size() != 1) {
            throw new IOException("The rows of partition %s of %s should be in one partition, and are in %s"
                    .formatted(part, sql.table(), found));
        }
        return found.get(0);
    }

    private void index(String rewrite, String what) throws IOException {
        Map<String, Long> lacking = Map.of();
        for (int build = 0; build < BUILDS; build++) {
            long failed = buildIndex(rewrite);
            lacking = lackingIndexes(rewrite);
            if (lacking.isEmpty()) {
                return;
            }
            if (failed > 0) {
                out.printf(
                        "%s: %,d new objects could not be indexed, and are read by every query%n", what, most(lacking));
                return;
            }
            pause();
        }
        throw new IOException(
                "%s: after %d builds, up to %s still lack %s; nothing was swapped. Let `index-builder.jar doctor` look for the reason, such as a clock that is wrong, or drop what cannot be built by system.drop_index, then rewrite again"
                        .formatted(what, BUILDS, Texts.objects(most(lacking)), String.join(", ", lacking.keySet())));
    }

    /** Returns how many objects lack each index; empty if none lacks any. */
    private Map<String, Long> lackingIndexes(String rewrite) throws IOException {
        return query(sql.lackingIndexes(rewrite), rows -> {
            Map<String, Long> lacking = new LinkedHashMap<>();
            while (rows.next()) {
                lacking.put(rows.getString(1), rows.getLong(2));
            }
            return lacking;
        });
    }

    private static long most(Map<String, Long> lacking) {
        return Collections.max(lacking.values());
    }

    private long buildIndex(String rewrite) throws IOException {
        StringBuilder build = new StringBuilder();
        long failed = query(sql.summarize(rewrite), rows -> {
            long failures = 0;
            while (rows.next()) {
                build.setLength(0);
                build.append(rows.getString(1));
                failures += "failed".equalsIgnoreCase(rows.getString(2)) ? 1 : 0;
            }
            return failures;
        });
        execute(sql.publish(rewrite, build.toString()));
        return failed;
    }

    private void pause() throws IOException {
        try {
            Thread.sleep(pauseMillis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("The rewrite was interrupted; nothing was swapped", e);
        }
    }

    /**
     * Deletes what rewrites have left behind, and reports what still remains.
     *
     * @param leaveLateObjects whether objects of old locations that others have written or deleted since are no error
     */
    public void finish(String olderThan, boolean leaveLateObjects, boolean dryRun) throws IOException {
        execute(sql.finish(olderThan, leaveLateObjects, dryRun));
        List<String> left = names(sql.stagingTables());
        out.printf(
                left.isEmpty() ? "%s: nothing is left of its rewrites%n" : "%s: of its rewrites there are still %s%n",
                sql.table(),
                String.join(", ", left));
    }

    private List<String> names(String text) throws IOException {
        return query(text, rows -> {
            List<String> names = new ArrayList<>();
            while (rows.next()) {
                names.add(rows.getString(1));
            }
            return names;
        });
    }

    private Content content(String text, List<TableColumn> columns) throws IOException {
        return query(text, rows -> Content.read(rows, columns.size()));
    }

    private long number(String text) throws IOException {
        return query(text, rows -> {
            long number = 0;
            // read to the end: a query that is abandoned earlier counts as cancelled
            while (rows.next()) {
                number = rows.getLong(1);
            }
            return number;
        });
    }

    private interface Reader<T> {
        T read(ResultSet rows) throws SQLException;
    }

    private interface Work<T> {
        T run(Statement statement) throws SQLException;
    }

    private <T> T query(String text, Reader<T> reader) throws IOException {
        return run(statement -> {
            try (ResultSet rows = statement.executeQuery(text)) {
                return reader.read(rows);
            }
        });
    }

    private long update(String text) throws IOException {
        return run(statement -> statement.executeLargeUpdate(text));
    }

    private void execute(String text) throws IOException {
        run(statement -> statement.execute(text));
    }

    private <T> T run(Work<T> work) throws IOException {
        try (Statement statement = connection.createStatement()) {
            follow(statement);
            return work.run(statement);
        } catch (SQLException e) {
            throw new IOException(explanations.apply(sql.table().toString(), e), e);
        }
    }

    /** Shows how far a statement has got, if the driver tells. */
    private void follow(Statement statement) throws SQLException {
        if (statement.isWrapperFor(TrinoStatement.class)) {
            statement
                    .unwrap(TrinoStatement.class)
                    .setProgressMonitor(stats -> progress.detail(
                            soFar(stats.getProgressPercentage(), stats.getProcessedRows(), stats.getProcessedBytes())));
        }
    }

    static String soFar(OptionalDouble percentage, long rows, long bytes) {
        return "%s rows, %s so far%s"
                .formatted(
                        Texts.count(rows),
                        Texts.bytes(bytes),
                        percentage.isPresent() ? " (%.0f%%)".formatted(percentage.getAsDouble()) : "");
    }
}
