// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.command;

import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Reports errors in a command line. An unknown option is reported before a missing one, because the missing one may
 * only be misspelt.
 */
public final class UsageErrors implements IParameterExceptionHandler {
    @Override
    public int handleParseException(ParameterException exception, String[] arguments) {
        CommandLine command = exception.getCommandLine();
        command.getErr().println(command.getColorScheme().errorText(message(exception)));
        command.getErr().printf("See %s --help%n", command.getCommandSpec().qualifiedName());
        return ExitCode.USAGE.value();
    }

    /** Returns the error, in a sentence for the user. */
    public static String message(ParameterException exception) {
        List<String> unknown = exception.getCommandLine().getUnmatchedArguments();
        return unknown.isEmpty() ? exception.getMessage() : message(exception.getCommandLine(), unknown.get(0));
    }

    private static String message(CommandLine command, String unknown) {
        UnmatchedArgumentException unmatched = new UnmatchedArgumentException(command, List.of(name(unknown)));
        String kind = unmatched.isUnknownOption()
                ? "option"
                : command.getSubcommands().isEmpty() ? "argument" : "command";
        String likely = unmatched.getSuggestions().stream()
                .limit(2)
                .map(suggestion -> "'" + suggestion + "'")
                .collect(Collectors.joining(" or "));
        return "Unknown %s '%s'.%s"
                .formatted(kind, name(unknown), likely.isEmpty() ? "" : " Did you mean " + likely + "?");
    }

    /** Returns an option without its value, because suggestions concern only its name. */
    private static String name(String argument) {
        int equals = argument.indexOf('=');
        return argument.startsWith("-") && equals > 0 ? argument.substring(0, equals) : argument;
    }
}
