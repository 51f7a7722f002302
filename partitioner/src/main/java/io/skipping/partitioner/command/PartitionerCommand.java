// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.command;

import java.nio.file.NoSuchFileException;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** Started by {@code java -jar partitioner.jar}. */
@Command(
        name = "partitioner",
        description = "Finds out which record should go to which object, and rewrites tables so.",
        subcommands = {TrainCommand.class, AdviseCommand.class, MapCommand.class, RewriteCommand.class},
        mixinStandardHelpOptions = true)
public final class PartitionerCommand {
    private PartitionerCommand() {}

    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    /** The command, for those who run it within their own process. */
    public static CommandLine commandLine() {
        return new CommandLine(new PartitionerCommand())
                .setExecutionExceptionHandler((exception, commandLine, parsed) -> {
                    String message = exception instanceof NoSuchFileException missing
                            ? "There is no file " + missing.getFile()
                            : exception.getMessage();
                    commandLine
                            .getErr()
                            .println(commandLine
                                    .getColorScheme()
                                    .errorText(message == null ? exception.toString() : message));
                    return 1;
                });
    }
}
