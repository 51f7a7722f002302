// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.command;

import io.skipping.command.ExitCode;
import io.skipping.command.PackagedVersion;
import io.skipping.command.TrinoLogin;
import io.skipping.command.UsageErrors;
import java.nio.file.NoSuchFileException;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Implements the command line: {@code java -jar partitioner.jar}. */
@Command(
        name = "partitioner",
        description = "Finds out which record should go to which object, and rewrites tables so.",
        subcommands = {TrainCommand.class, AdviseCommand.class, MapCommand.class, RewriteCommand.class},
        mixinStandardHelpOptions = true)
public final class PartitionerCommand {
    private PartitionerCommand() {}

    public static void main(String[] arguments) {
        System.exit(run(arguments));
    }

    static int run(String... arguments) {
        CommandLine commandLine = commandLine();
        Optional<String> misuse = TrinoLogin.passwordMisuse(arguments);
        if (misuse.isPresent()) {
            commandLine.getErr().println(commandLine.getColorScheme().errorText(misuse.get()));
            return ExitCode.USAGE.value();
        }
        return commandLine.execute(arguments);
    }

    /** Returns the command, for code that runs it within its own process. */
    public static CommandLine commandLine() {
        return PackagedVersion.printedBy(
                        new CommandLine(new PartitionerCommand()), "partitioner", PartitionerCommand.class)
                .setParameterExceptionHandler(new UsageErrors())
                .setExecutionExceptionHandler((exception, commandLine, parsed) -> {
                    String message = exception instanceof NoSuchFileException missing
                            ? "There is no file " + missing.getFile()
                            : exception.getMessage();
                    commandLine
                            .getErr()
                            .println(commandLine
                                    .getColorScheme()
                                    .errorText(message == null ? exception.toString() : message));
                    return ExitCode.FAILED.value();
                });
    }
}
