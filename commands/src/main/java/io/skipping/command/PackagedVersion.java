// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.command;

import picocli.CommandLine;

/** Tells {@code --version} what the jar of a command says of itself. */
public final class PackagedVersion {
    private PackagedVersion() {}

    /**
     * Lets a command line and its subcommands print the version of their jar.
     *
     * @param command the name that users know the jar by
     * @param inJar a class of the jar, whose manifest has the version
     */
    public static CommandLine printedBy(CommandLine commandLine, String command, Class<?> inJar) {
        commandLine.getCommandSpec().versionProvider(() -> new String[] {text(command, inJar)});
        commandLine.getSubcommands().values().forEach(subcommand -> printedBy(subcommand, command, inJar));
        return commandLine;
    }

    private static String text(String command, Class<?> inJar) {
        String version = inJar.getPackage().getImplementationVersion();
        return command + " " + (version == null ? "(unpackaged)" : version);
    }
}
