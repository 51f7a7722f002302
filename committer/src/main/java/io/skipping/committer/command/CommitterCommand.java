// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.command;

import java.io.IOException;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** Started by {@code hadoop jar committer.jar}, or by {@code java -cp "committer.jar:$(hadoop classpath)"}. */
@Command(
        name = "committer",
        description = "Looks after data sets that jobs write without renames.",
        subcommands = {ShowCommand.class, VacuumCommand.class, AbortCommand.class},
        mixinStandardHelpOptions = true,
        footer = {"", "Run with Hadoop on the class path: hadoop jar committer.jar show s3a://bucket/table"})
public final class CommitterCommand {
    @Option(
            names = "-D",
            paramLabel = "<property>=<value>",
            description = "Hadoop property, such as fs.s3a.endpoint=...",
            scope = ScopeType.INHERIT)
    private Map<String, String> properties = Map.of();

    Configuration configuration() {
        Configuration configuration = new Configuration();
        properties.forEach(configuration::set);
        return configuration;
    }

    /** With its file system's name, so that messages say where. */
    static Path path(String text, Configuration configuration) throws IOException {
        Path path = new Path(text);
        return path.getFileSystem(configuration).makeQualified(path);
    }

    public static void main(String[] arguments) {
        System.exit(run(arguments));
    }

    static int run(String... arguments) {
        return commandLine().execute(arguments);
    }

    /** The command, for those who run or describe it within their own process. */
    public static CommandLine commandLine() {
        return new CommandLine(new CommitterCommand())
                .setExecutionExceptionHandler((exception, commandLine, parsed) -> {
                    commandLine.getErr().println(commandLine.getColorScheme().errorText(message(exception)));
                    return 1;
                })
                .setCaseInsensitiveEnumValuesAllowed(true);
    }

    private static String message(Exception exception) {
        String message = exception.getMessage();
        return message == null ? exception.toString() : message;
    }
}
