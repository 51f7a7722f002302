// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.command;

import io.skipping.command.ExitCode;
import io.skipping.command.TableName;
import io.skipping.partitioner.command.rewrite.RewriteSql;
import io.skipping.partitioner.command.rewrite.TableFormat;
import io.skipping.partitioner.command.rewrite.TableRewrite;
import io.skipping.partitioner.command.rewrite.TableRewrite.Layout;
import io.skipping.partitioner.command.sample.TrinoOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Rewrites a table in a new layout. */
@Command(
        name = "rewrite",
        description = {
            "Writes the rows of a table, or of one Hive partition, by a model, and puts the new objects in place of the old ones in one step.",
            "Queries read all of the old ones or all of the new ones. A failure before the last step, the swap, leaves the table, or the partition, as it was; if the swap fails, the message says what is known. Partitions before it stay rewritten."
        },
        mixinStandardHelpOptions = true)
final class RewriteCommand implements Callable<Integer> {
    @Spec
    private CommandSpec command;

    @Mixin
    private TrinoOptions trino;

    @Option(
            names = "--partition",
            paramLabel = "NAME",
            description =
                    "The Hive partition to rewrite, such as day=2026-01-01; all of them by default, one after the other")
    private Optional<String> partition = Optional.empty();

    @Option(names = "--model", paramLabel = "FILE", description = "The model to write by")
    private Optional<Path> model = Optional.empty();

    @Option(
            names = "--sort",
            split = ",",
            paramLabel = "COLUMN",
            description = "Columns that each object is sorted by, the first one first")
    private List<String> sortedBy = List.of();

    @Option(
            names = "--move-external",
            description =
                    "Allow the folder of an external table to change: tell everyone who writes to it without asking the metastore")
    private boolean moveExternal;

    @Option(
            names = "--finish",
            description = "Rewrite nothing; delete the old objects of finished rewrites, and the rest of failed ones")
    private boolean finish;

    @Option(
            names = "--older-than",
            paramLabel = "DURATION",
            defaultValue = "1h",
            description =
                    "With --finish: minimum age of a rewrite, so that no query reads the old objects any more (${DEFAULT-VALUE})")
    private String olderThan;

    @Option(
            names = "--leave-late-objects",
            description =
                    "With --finish: finish although others have changed an old location since, once you have done what the error says; objects that were not rewritten stay where they are")
    private boolean leaveLateObjects;

    @Option(names = "--dry-run", description = "Only say what would be done")
    private boolean dryRun;

    @Override
    public Integer call() throws IOException {
        checkCombination();
        TableName table = trino.table().orElseThrow(() -> missing("--table"));
        String catalog = trino.catalog().orElseThrow(() -> missing("--catalog"));
        PrintWriter out = command.commandLine().getOut();
        Layout layout = finish ? new Layout("", 0, List.of(), false) : layout();
        try (Connection connection = trino.connect()) {
            TableFormat format = finish ? TableFormat.OTHER : format(connection, catalog, table);
            RewriteSql sql = new RewriteSql(catalog, table, format);
            TableRewrite rewrite = new TableRewrite(
                    connection, sql, layout, out, command.commandLine().getErr(), trino::explain);
            if (finish) {
                rewrite.finish(olderThan, leaveLateObjects, dryRun);
            } else {
                rewrite.run(partition, dryRun);
            }
        } catch (SQLException e) {
            throw new IOException(trino.explain("Cannot end the connection to Trino", e), e);
        } finally {
            out.flush();
        }
        return ExitCode.OK.value();
    }

    /** Refuses options that would be ignored: whoever gives them expects something else than what would happen. */
    private void checkCombination() {
        if (finish) {
            refuse(
                    List.of("--partition", "--model", "--sort", "--move-external"),
                    "%s cannot be given with --finish, which finishes all rewrites of the table: leave it out. To finish one of them, CALL system.finish_rewrite with its name as rewrite");
        } else {
            refuse(
                    List.of("--older-than", "--leave-late-objects"),
                    "%s says what --finish does: give --finish, or leave it out");
        }
    }

    private void refuse(List<String> options, String message) {
        for (String option : options) {
            if (command.commandLine().getParseResult().hasMatchedOption(option)) {
                throw new ParameterException(command.commandLine(), message.formatted(option));
            }
        }
    }

    private static TableFormat format(Connection connection, String catalog, TableName table) {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(RewriteSql.definition(catalog, table))) {
            StringBuilder definition = new StringBuilder();
            while (rows.next()) {
                definition.append(rows.getString(1));
            }
            return TableFormat.of(definition.toString());
        } catch (SQLException e) {
            // a view, or no table, of which the rewrite says why it cannot be rewritten; or a right is missing that
            // most
            // tables do not need
            return TableFormat.unknown(e.getMessage());
        }
    }

    private Layout layout() {
        ModelFile file = ModelFile.read(command, "--model", model.orElseThrow(() -> missing("--model")));
        return new Layout(file.text(), file.model().partitions(), sortedBy, moveExternal);
    }

    private ParameterException missing(String option) {
        return new ParameterException(command.commandLine(), "Missing required option: " + option);
    }
}
