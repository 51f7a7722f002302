// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.command;

import io.skipping.command.ExitCode;
import io.skipping.command.PackagedVersion;
import io.skipping.command.UsageErrors;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.ScopeType;

/**
 * Implements the command line of {@code committer.jar}. It is started by {@code hadoop jar committer.jar}, by {@code spark-submit
 * committer.jar} or, for the help, by {@code java -jar committer.jar}.
 */
@Command(
        name = "committer",
        description = "Looks after data sets that jobs write without renames.",
        subcommands = {ShowCommand.class, VacuumCommand.class, AbortCommand.class},
        mixinStandardHelpOptions = true,
        footer = {
            "",
            "Run with Hadoop on the class path: hadoop jar committer.jar show s3a://bucket/table,",
            "or, with that of Spark: spark-submit committer.jar show s3a://bucket/table"
        })
public final class CommitterCommand {
    @Option(
            names = "-D",
            paramLabel = "<property>=<value>",
            description = "Hadoop property, such as fs.s3a.endpoint=...",
            scope = ScopeType.INHERIT)
    private Map<String, String> properties = Map.of();

    Map<String, String> properties() {
        return properties;
    }

    public static void main(String[] arguments) {
        System.exit(run(arguments));
    }

    static int run(String... arguments) {
        return commandLine().execute(arguments);
    }

    /** Returns the command, for code that runs or documents it within its own process. */
    public static CommandLine commandLine() {
        return PackagedVersion.printedBy(new CommandLine(new CommitterCommand()), "committer", CommitterCommand.class)
                .setExecutionStrategy(CommitterCommand::execute)
                .setParameterExceptionHandler(new UsageErrors())
                .setExecutionExceptionHandler((exception, commandLine, parsed) -> {
                    commandLine.getErr().println(commandLine.getColorScheme().errorText(message(exception)));
                    return ExitCode.FAILED.value();
                })
                .setCaseInsensitiveEnumValuesAllowed(true);
    }

    private static int execute(ParseResult parsed) {
        Integer helped = CommandLine.executeHelpRequest(parsed);
        if (helped != null) {
            return helped;
        }
        if (parsed.hasSubcommand() && !HadoopSettings.isThere()) {
            CommandLine command = parsed.commandSpec().commandLine();
            command.getErr()
                    .println(
                            command.getColorScheme()
                                    .errorText(
                                            "committer.jar needs Hadoop on its class path. Start it by `hadoop jar committer.jar …`, or by `spark-submit committer.jar …`, with the same arguments"));
            return ExitCode.USAGE.value();
        }
        return new RunLast().execute(parsed);
    }

    private static String message(Exception exception) {
        String message = exception.getMessage();
        return message == null ? exception.toString() : message;
    }
}
