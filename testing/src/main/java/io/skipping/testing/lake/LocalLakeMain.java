// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.lake;

import io.skipping.search.local.LocalSearchEngine;
import io.skipping.testing.s3.LocalS3;
import io.skipping.testing.s3.RequestLog;
import io.skipping.testing.trino.LocalTrino;
import io.skipping.testing.trino.TrinoRelease;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs a local Trino and S3 to play with. */
@Command(
        name = "bin/trino",
        mixinStandardHelpOptions = true,
        showDefaultValues = true,
        sortOptions = false,
        description = {
            "Starts a real Trino on this machine, with a local S3 and the tables in it in two catalogs:",
            "  lake   the connector that skips data",
            "  hive   the stock Hive connector",
            "Runs until it is stopped by Ctrl-C. Tables, objects and indexes stay in the folder for the next time.",
            ""
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"1:something did not start", "2:an option is wrong"})
public final class LocalLakeMain implements Callable<Integer> {
    @Option(names = "--port", defaultValue = "8080", description = "Port of Trino; 0 for a free one.")
    private int port;

    @Option(
            names = "--folder",
            defaultValue = "target/trino",
            description = "Folder for objects, tables, configuration and log.")
    private Path folder;

    @Option(names = "--heap", defaultValue = "2g", description = "Memory of Trino.")
    private String heap;

    @Option(
            names = "--store",
            defaultValue = "object-store",
            description =
                    "Where indexes are kept: object-store is that S3; elasticsearch or opensearch is started as well.")
    private LakeStore store;

    @Option(
            names = "--release",
            paramLabel = "RELEASE",
            defaultValue = "476",
            description = "Release of Trino: 476 or 483. That of 483 has no geospatial functions.")
    private TrinoRelease release;

    @Option(names = "--cli", paramLabel = "COMMAND", hidden = true, description = "Starts Trino's command line.")
    private String cli = "trino";

    @Spec
    private CommandSpec spec;

    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        return new CommandLine(new LocalLakeMain()).setCaseInsensitiveEnumValuesAllowed(true);
    }

    @Override
    public Integer call() throws InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        out.println("Starting " + LocalLake.parts(store) + " ...");
        out.flush();
        try (LocalLake lake = LocalLake.in(folder)
                .release(release)
                .port(port)
                .heap(heap)
                .log(RequestLog.streaming(_ -> {}))
                .store(store)
                .start()) {
            LocalS3 s3 = lake.s3();
            LocalTrino trino = lake.trino();
            out.printf(
                    """

                    Trino is running. Ctrl-C stops everything.

                      SQL       %s --server %s --catalog %s
                      Catalogs  %s (skips data) and %s (stock Hive connector), with the same tables
                      Web UI    %s (any user name)
                      S3        %s, access key %s, secret key %s, bucket %s
                      Log       %s
                    %s
                    A table in S3 is created with its location:
                      CREATE SCHEMA lake.grid;
                      CREATE TABLE lake.grid.readings (x integer) WITH (external_location = 's3://%s/grid/readings', format = 'ORC');
                    """,
                    cli,
                    trino.uri(),
                    LocalLake.SKIPPING_CATALOG,
                    LocalLake.SKIPPING_CATALOG,
                    LocalLake.HIVE_CATALOG,
                    trino.uri(),
                    s3.endpoint(),
                    s3.accessKey(),
                    s3.secretKey(),
                    LocalLake.BUCKET,
                    trino.logFile(),
                    lake.engine().map(LocalLakeMain::engine).orElse(""),
                    LocalLake.BUCKET);
            out.flush();
            new CountDownLatch(1).await();
            return 0;
        } catch (IOException e) {
            spec.commandLine().getErr().println(e.getMessage());
            return 1;
        }
    }

    /** Returns what the user should know about the search engine. */
    private static String engine(LocalSearchEngine engine) {
        EngineIndexes indexes = new EngineIndexes(engine);
        return """

                %s keeps the indexes, without users or passwords.

                  REST      %s
                  Indexes   curl '%s'
                  Summary   curl '%s'
                  Log       %s
                """.formatted(engine.product(), engine.uri(), indexes.list(), indexes.documents(), engine.logFile());
    }
}
