// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.command.sample;

import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Checks files that options name, before a command begins to work for long. */
public final class FileOptions {
    private FileOptions() {}

    /**
     * Checks that a file exists and can be read.
     *
     * @throws ParameterException if it cannot; the message names it and the option
     */
    public static void checkReadable(CommandSpec command, String option, Path file) {
        if (Files.isDirectory(file) || !Files.isReadable(file)) {
            throw new ParameterException(
                    command.commandLine(),
                    "%s %s: there is no such file, or it cannot be read".formatted(option, file));
        }
    }

    /**
     * Checks that a file can be written, whether or not it exists.
     *
     * @throws ParameterException if it cannot; the message names it and the option
     */
    public static void checkWritable(CommandSpec command, String option, Path file) {
        boolean isWritable = Files.exists(file)
                ? !Files.isDirectory(file) && Files.isWritable(file)
                : Files.isWritable(file.toAbsolutePath().getParent());
        if (!isWritable) {
            throw new ParameterException(
                    command.commandLine(), "%s %s: the file cannot be written there".formatted(option, file));
        }
    }
}
