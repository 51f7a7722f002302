// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.meters;

import io.skipping.testing.meters.format.MeterFormat;
import io.skipping.testing.meters.layout.ObjectOrder;
import io.skipping.testing.meters.sink.LocalFolderSink;
import io.skipping.testing.meters.sink.S3Sink;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import software.amazon.awssdk.core.exception.SdkException;

/** Generates a table of meter readings from the command line. */
@Command(
        name = "meters",
        showDefaultValues = true,
        sortOptions = false,
        description = {
            "Generates a table of meter readings: electricity and gas meters all over France, a reading every 15 minutes.",
            "Objects go to dt=<day>/ below the destination. The same options give the same bytes.",
            ""
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:all objects are written", "1:writing failed", "2:an option is wrong; nothing was written"})
public final class MetersCommand implements Callable<Integer> {
    private static final Pattern TABLE = Pattern.compile("([^.]+)\\.([^.]+)\\.([^.]+)");
    private static final long PROGRESS_NANOS = 500_000_000;

    @Parameters(paramLabel = "DESTINATION", description = "A local folder, or s3://bucket/prefix.")
    private String destination;

    @Option(names = "--objects", defaultValue = "128", description = "Objects in total, a multiple of --days.")
    private int objects;

    @Option(names = "--megabytes", defaultValue = "10", description = "Target size of an object, in millions of bytes.")
    private double megabytes;

    @Option(names = "--days", defaultValue = "1", description = "Days of readings.")
    private int days;

    @Option(names = "--first-day", defaultValue = "2026-01-15", description = "First day of readings.")
    private LocalDate firstDay;

    @Option(names = "--meters", description = "Number of meters; by default as many as --megabytes needs.")
    private Optional<Integer> meters;

    @Option(
            names = "--order",
            defaultValue = "area",
            description = "arrival: rows by time. area: meters along a Hilbert curve, then time.")
    private ObjectOrder order;

    @Option(names = "--format", defaultValue = "csv", description = "One of ${COMPLETION-CANDIDATES}, in any case.")
    private MeterFormat format;

    @Option(
            names = "--row-group-rows",
            defaultValue = "25000",
            description = "Rows in a Parquet row group or an ORC stripe.")
    private int rowGroupRows;

    @Option(names = "--seed", defaultValue = "1", description = "Seed of everything random.")
    private long seed;

    @Option(names = "--threads", description = "Objects written concurrently; by default one per processor.")
    private Optional<Integer> threads;

    @Option(names = "--add", description = "Write to a destination that is not empty; same names are replaced.")
    private boolean add;

    @Option(names = "--s3-endpoint", description = "URI of an S3 service that is not Amazon's.")
    private Optional<URI> endpoint;

    @Option(names = "--s3-region", defaultValue = "us-east-1", description = "Region of the bucket.")
    private String region;

    @Option(names = "--s3-path-style", description = "Name the bucket in the path, not in the host's name.")
    private boolean pathStyle;

    @Option(
            names = "--s3-access-key",
            description =
                    "Access key, with --s3-secret-key; by default from the environment, as in Amazon's own tools.")
    private Optional<String> accessKey;

    @Option(names = "--s3-secret-key", description = "Secret key, with --s3-access-key.")
    private Optional<String> secretKey;

    @Option(
            names = "--ddl",
            paramLabel = "CATALOG.SCHEMA.TABLE",
            description = "Print, at the end, the SQL that makes the table known to Trino's Hive connector.")
    private Optional<String> ddl;

    @Option(
            names = "--location",
            paramLabel = "URI",
            description = "Where Trino finds the destination, for --ddl; needed when it is a local folder.")
    private Optional<String> location;

    @Option(names = "--help", usageHelp = true, description = "Print this help.")
    private boolean help;

    @Spec
    private CommandSpec spec;

    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        return new CommandLine(new MetersCommand())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler((failure, _) -> {
                    // the full usage text would bury the one line that says what is wrong
                    failure.getCommandLine().getErr().println(failure.getMessage() + "\nSee --help for all options.");
                    return CommandLine.ExitCode.USAGE;
                });
    }

    @Override
    public Integer call() throws IOException {
        MeterOptions options = options();
        Optional<String> sql = ddl.map(this::sql);
        try {
            GenerationResult result = isS3() ? generateToS3(options) : generateToFolder(options);
            err().printf(
                            Locale.ROOT,
                            "%d objects, %d rows, %.1f MB, %d meters, %s to %s%n",
                            result.objects(),
                            result.rows(),
                            result.bytes() / 1e6,
                            result.meters(),
                            result.days().getFirst(),
                            result.days().getLast());
            sql.ifPresent(spec.commandLine().getOut()::println);
            return 0;
        } catch (BadOptionException e) {
            throw usageError(e.getMessage());
        } catch (IOException | SdkException e) {
            err().println("Writing to %s failed: %s".formatted(destination, e.getMessage()));
            return 1;
        }
    }

    private MeterOptions options() {
        try {
            return new MeterOptions(
                    seed,
                    firstDay,
                    days,
                    objects,
                    megabytes,
                    meters.map(OptionalInt::of).orElse(OptionalInt.empty()),
                    order,
                    format,
                    rowGroupRows,
                    threads.orElse(Runtime.getRuntime().availableProcessors()));
        } catch (BadOptionException e) {
            throw usageError(e.getMessage());
        }
    }

    private String sql(String table) {
        Matcher name = TABLE.matcher(table);
        if (!name.matches()) {
            throw usageError("--ddl %s: give catalog.schema.table".formatted(table));
        }
        if (location.isEmpty() && !isS3()) {
            throw usageError("--ddl needs --location: the URI at which Trino finds the folder");
        }
        String statement = HiveDdl.createTable(
                HiveDdl.tableFormat(format), name.group(1), name.group(2), name.group(3), location.orElse(destination));
        return "%s;%n%s;".formatted(statement, HiveDdl.syncPartitions(name.group(1), name.group(2), name.group(3)));
    }

    private GenerationResult generateToFolder(MeterOptions options) throws IOException {
        LocalFolderSink sink = new LocalFolderSink(Path.of(destination));
        requireEmpty(add || sink.isEmpty());
        return MeterReadings.generate(options, sink, progress());
    }

    private GenerationResult generateToS3(MeterOptions options) throws IOException {
        URI uri = URI.create(destination);
        if (uri.getHost() == null) {
            throw usageError("%s: give s3://bucket/prefix".formatted(destination));
        }
        if (accessKey.isPresent() != secretKey.isPresent()) {
            throw usageError("--s3-access-key and --s3-secret-key: give both, or neither");
        }
        S3Sink.Connection connection = new S3Sink.Connection(endpoint, region, pathStyle, accessKey, secretKey);
        try (S3Sink sink = S3Sink.connect(uri, connection)) {
            requireEmpty(add || sink.isEmpty());
            return MeterReadings.generate(options, sink, progress());
        }
    }

    private boolean isS3() {
        return destination.startsWith("s3://");
    }

    /** Refuses a location that holds objects: they would add rows that nobody asked for. */
    private void requireEmpty(boolean empty) {
        if (!empty) {
            throw usageError(
                    "%s is not empty: give another destination, empty it, or use --add".formatted(destination));
        }
    }

    private ProgressListener progress() {
        long start = System.nanoTime();
        long[] next = {start};
        return (written, ofObjects, bytes) -> {
            long now = System.nanoTime();
            if (now >= next[0] || written == ofObjects) {
                next[0] = now + PROGRESS_NANOS;
                err().printf(
                                Locale.ROOT,
                                "%d of %d objects, %.1f MB, %.1f s%n",
                                written,
                                ofObjects,
                                bytes / 1e6,
                                (now - start) / 1e9);
                err().flush();
            }
        };
    }

    private PrintWriter err() {
        return spec.commandLine().getErr();
    }

    private CommandLine.ParameterException usageError(String message) {
        return new CommandLine.ParameterException(spec.commandLine(), message);
    }
}
