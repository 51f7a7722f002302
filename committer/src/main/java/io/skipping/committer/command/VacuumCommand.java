// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.command;

import io.skipping.command.DurationConverter;
import io.skipping.command.ExitCode;
import io.skipping.committer.store.HadoopStore;
import io.skipping.committer.vacuum.Garbage;
import io.skipping.committer.vacuum.Vacuum;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.hadoop.conf.Configuration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

@Command(
        name = "vacuum",
        description = "Deletes objects that no manifest counts. Without --delete, only says what it would delete.",
        mixinStandardHelpOptions = true)
final class VacuumCommand implements Callable<Integer> {
    @ParentCommand
    private CommitterCommand parent;

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "<path>", description = "Folder of the data set")
    private String path;

    @Option(names = "--delete", description = "Delete it")
    private boolean delete;

    @Option(
            names = "--older-than",
            paramLabel = "<age>",
            defaultValue = "24h",
            converter = DurationConverter.class,
            description = {
                "Keep objects younger than this, such as 30m, 24h, 7d; default: ${DEFAULT-VALUE}.",
                "Must exceed the longest job and the longest query."
            })
    private Duration olderThan;

    @Option(
            names = "--forget-lost",
            description = {
                "Also delete objects that a lost manifest may have counted: one that another committer replaced before the last jobs committed.",
                "Without this, vacuum refuses to delete anything if there is such an object."
            })
    private boolean forgetLost;

    @Option(names = "--quiet", description = "Only count the objects, without naming them")
    private boolean quiet;

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        Configuration configuration = HadoopSettings.configuration(parent.properties());
        HadoopStore store = HadoopStore.at(HadoopSettings.path(path, configuration), configuration);
        Vacuum vacuum = new Vacuum(store, Instant.now(), olderThan, forgetLost);
        List<Garbage> garbage = vacuum.find();
        if (delete) {
            garbage = vacuum.delete(garbage);
        }
        Map<Garbage.Reason, Long> bytes = new EnumMap<>(Garbage.Reason.class);
        Map<Garbage.Reason, Long> counts = new EnumMap<>(Garbage.Reason.class);
        for (Garbage each : garbage) {
            if (!quiet) {
                out.printf("%s: %s%n", each.object().path(), each.reason().description());
            }
            counts.merge(each.reason(), 1L, Long::sum);
            bytes.merge(each.reason(), each.object().size(), Long::sum);
        }
        String verb = delete ? "Deleted" : "Would delete";
        counts.forEach((reason, count) ->
                out.printf("%s %,d objects, %,d bytes: %s%n", verb, count, bytes.get(reason), reason.description()));
        vacuum.warnings().forEach(out::println);
        if (garbage.isEmpty()) {
            out.printf("Nothing in %s is older than %s and not needed%n", store.location(), age(olderThan));
        } else if (!delete) {
            out.println("Nothing was deleted. Add --delete to do it.");
        }
        return ExitCode.OK.value();
    }

    private static String age(Duration duration) {
        return duration.toString().substring(2).toLowerCase(Locale.ROOT);
    }
}
