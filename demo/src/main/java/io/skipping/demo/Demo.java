// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.demo;

import io.skipping.testing.console.Steps;
import io.skipping.testing.folder.Checkout;
import io.skipping.testing.folder.Folders;
import io.skipping.testing.lake.LakeStore;
import io.skipping.testing.lake.LocalLake;
import io.skipping.testing.meters.BadOptionException;
import io.skipping.testing.meters.MeterOptions;
import io.skipping.testing.trino.TrinoRelease;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs two queries over generated meter readings on a real server, with and without skipping, and compares them. */
@Command(
        name = "bin/demo",
        mixinStandardHelpOptions = true,
        showDefaultValues = true,
        sortOptions = false,
        description = {
            "Generates readings of electricity and gas meters into a local S3, starts a real Trino, builds the index, and asks",
            "for the average consumption in a box around a meter, over all days and on one of them: by the stock Hive",
            "connector, and by this project's with skipping off and on. Compares the results, the requests and the bytes that",
            "S3 has counted, and the time.",
            ""
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:all results are equal", "1:they differ, or something failed", "2:an option is wrong"})
public final class Demo implements Callable<Integer> {
    private static final String TABLE = "meters";

    @Option(names = "--objects", defaultValue = "128", description = "Objects in total, a multiple of --days.")
    private int objects;

    @Option(names = "--megabytes", defaultValue = "10", description = "Size of an object, in millions of bytes.")
    private double megabytes;

    @Option(names = "--days", defaultValue = "2", description = "Days of readings, one partition each.")
    private int days;

    @Option(names = "--format", defaultValue = "text", description = "One of text, json, parquet, orc.")
    private ObjectFormat format;

    @Option(names = "--range", paramLabel = "SIZE", description = "Bytes of data to each summary, such as 8MB.")
    private Optional<String> range;

    @Option(
            names = "--store",
            defaultValue = "object-store",
            description = "Where the index is kept: object-store, elasticsearch, opensearch.")
    private LakeStore store;

    @Option(names = "--kilometres", defaultValue = "5", description = "Width of the box that the queries select.")
    private double kilometres;

    @Option(names = "--runs", defaultValue = "2", description = "Measured runs of each query; the median counts.")
    private int runs;

    @Option(names = "--heap", defaultValue = "2g", description = "Memory of Trino.")
    private String heap;

    @Option(names = "--keep", description = "Keep objects, tables and the server's log, in target/demo.")
    private boolean keep;

    @Option(names = "--out", paramLabel = "FILE", description = "Where the result goes (default: target/demo.json).")
    private Optional<Path> out;

    @Spec
    private CommandSpec spec;

    private final Steps steps = new Steps(System.err);

    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        return new CommandLine(new Demo()).setCaseInsensitiveEnumValuesAllowed(true);
    }

    @Override
    public Integer call() throws IOException {
        DemoOptions options = options();
        Path file = out.orElse(Checkout.root().resolve("target").resolve("demo.json"));
        Path folder = Checkout.root().resolve("target").resolve("demo");
        Folders.delete(folder);
        try {
            DemoResult result = run(options, folder);
            DemoJson.write(result, file);
            PrintWriter report = spec.commandLine().getOut();
            report.println();
            report.print(DemoReport.of(result));
            report.println("Details are in " + file);
            if (keep) {
                report.println("To look around: bin/trino --folder %s --store %s".formatted(folder, store));
            }
            return result.equalResults() ? 0 : 1;
        } catch (IOException | SQLException e) {
            spec.commandLine().getErr().println(e.getMessage());
            keep = true;
            spec.commandLine()
                    .getErr()
                    .println("The server's log is " + LocalLake.serverLog(folder, TrinoRelease.TRINO_476));
            return 1;
        } finally {
            if (!keep) {
                Folders.delete(folder);
            }
        }
    }

    private DemoResult run(DemoOptions options, Path folder) throws IOException, SQLException {
        steps.begin("Starting " + LocalLake.parts(store));
        try (LocalLake lake = LocalLake.in(folder).heap(heap).store(store).start()) {
            DemoResult result = new MeterDemo(lake, TABLE, options, steps).run();
            steps.begin("Stopping");
            return result;
        }
    }

    private DemoOptions options() {
        if (runs < 1) {
            throw usageError("--runs %d: give at least 1".formatted(runs));
        }
        if (!(kilometres > 0 && kilometres < 1000)) {
            throw usageError("--kilometres %s: give more than 0 and less than 1000".formatted(kilometres));
        }
        try {
            MeterOptions defaults = MeterOptions.defaults();
            MeterOptions data = defaults.withDays(defaults.firstDay(), days, objects)
                    .withMegabytes(megabytes)
                    .withFormat(format.format());
            return new DemoOptions(data, range, kilometres, runs);
        } catch (BadOptionException e) {
            throw usageError(e.getMessage());
        }
    }

    private CommandLine.ParameterException usageError(String message) {
        return new CommandLine.ParameterException(spec.commandLine(), message);
    }
}
