// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.configuration;

import static com.google.common.collect.ImmutableList.toImmutableList;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Settings that are options of a program with commands. */
final class CommandSettings {
    private final Collection<CommandLine> commands;
    private final Set<Setting> common;

    CommandSettings(CommandLine program) {
        commands = program.getSubcommands().values();
        common = new LinkedHashSet<>(settings(commands.iterator().next()));
        commands.forEach(command -> common.retainAll(settings(command)));
    }

    Collection<CommandLine> commands() {
        return commands;
    }

    /** What all commands take. */
    List<Setting> common() {
        return List.copyOf(common);
    }

    /** What this command takes and not all of the others do. */
    List<Setting> ofOne(CommandLine command) {
        return settings(command).stream()
                .filter(setting -> !common.contains(setting))
                .collect(toImmutableList());
    }

    /** Returns what a command takes. */
    static List<Setting> settings(CommandLine command) {
        Stream<Setting> positional =
                command.getCommandSpec().positionalParameters().stream().map(CommandSettings::setting);
        Stream<Setting> options = command.getCommandSpec().options().stream()
                .filter(option -> !option.usageHelp() && !option.versionHelp() && !option.hidden())
                .map(CommandSettings::setting);
        return Stream.concat(positional, options).collect(toImmutableList());
    }

    private static Setting setting(ArgSpec argument) {
        String name = switch (argument) {
            case OptionSpec option when option.arity().max() == 0 -> option.longestName();
            case OptionSpec option -> option.longestName() + " " + option.paramLabel();
            case PositionalParamSpec parameter -> parameter.paramLabel();
            default -> throw new IllegalArgumentException("Neither option nor parameter: " + argument);
        };
        String value = argument.required() ? Setting.REQUIRED : argument.defaultValue();
        return new Setting(name, "", value == null ? "" : value, String.join(" ", argument.description()));
    }
}
