// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark;

import io.skipping.command.ExitCode;
import io.skipping.command.PackagedVersion;
import io.skipping.command.UsageErrors;
import io.skipping.spark.build.BuildResult;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.spark.sql.DataFrameReader;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Builds an index as a job of Spark: {@code spark-submit --class io.skipping.spark.Build spark-skipping.jar --path s3a://bucket/meters}, or
 * {@code --table meters}.
 */
@Command(
        name = "spark-submit --class io.skipping.spark.Build spark-skipping.jar",
        description =
                "Builds the index of a table, or of the files in a folder: summarises those that the index does not have yet, on Spark's executors.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class Build implements Callable<Integer> {
    private static final String PARQUET = "parquet";

    /** {@code TYPE:COLUMN,COLUMN;OPTION=VALUE} */
    private static final Pattern REQUEST = Pattern.compile("([^:;]+):([^;]+)((?:;[^;=]+=[^;]*)*)");

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--path",
            paramLabel = "<path>",
            description = "Folder of all files, partitioned or not; either this or --table is required")
    private String path;

    @Option(
            names = "--table",
            paramLabel = "<table>",
            description = {
                "Table of files that this session knows, such as grid.meters; those of a Hive metastore need",
                "--conf spark.sql.catalogImplementation=hive"
            })
    private String table;

    @Option(
            names = "--format",
            paramLabel = "<format>",
            description = "Format of the files at --path, such as csv; parquet by default")
    private String format;

    @Option(
            names = "--option",
            paramLabel = "<name>=<value>",
            description =
                    "Option by which queries read the files at --path, such as header=true; may be given several times")
    private Map<String, String> options = Map.of();

    @Option(
            names = "--schema",
            paramLabel = "<columns>",
            description = "Columns by which queries read the files at --path, such as 'id bigint, name string'")
    private String schema;

    @Option(
            names = "--create",
            paramLabel = "<index>",
            description = {
                "Index to build now and by all later builds, as TYPE:COLUMN[,COLUMN...][;OPTION=VALUE...], such as minmax:place.city,",
                "bbox:lng,lat, or 'bloom:code;fpp=0.001'; may be given several times"
            })
    private List<String> requests = List.of();

    @Option(
            names = "--automatic",
            paramLabel = "<true|false>",
            arity = "1",
            description =
                    "Whether this and later builds choose indexes beside the requested ones; they do unless this was set to false")
    private Boolean automatic;

    public static void main(String[] arguments) {
        int exit = commandLine().execute(arguments);
        SparkSession.getDefaultSession().foreach(session -> {
            session.stop();
            return null;
        });
        // a cluster takes a call of System.exit for a failure
        if (exit != ExitCode.OK.value()) {
            System.exit(exit);
        }
    }

    /** Returns the command, for code that runs or documents it within its own process. It leaves its session open. */
    public static CommandLine commandLine() {
        CommandLine commandLine = new CommandLine(new Build());
        commandLine
                .getCommandSpec()
                .usageMessage()
                .exitCodeListHeading("%nExit codes:%n")
                .exitCodeList(ExitCode.help(code -> switch (code) {
                    case OK -> "the index has all files, but for those that are younger than 2 seconds";
                    case FAILED -> "nothing was built";
                    case USAGE -> "wrong options, or an index that cannot be";
                    case PARTLY_FAILED -> "some files could not be summarised; queries read them";
                }));
        return PackagedVersion.printedBy(commandLine, "spark-skipping", Build.class)
                .setParameterExceptionHandler(new UsageErrors())
                .setExecutionExceptionHandler((exception, command, parsed) -> {
                    command.getErr()
                            .println(command.getColorScheme()
                                    .errorText(
                                            exception.getMessage() == null
                                                    ? exception.toString()
                                                    : exception.getMessage()));
                    return ExitCode.FAILED.value();
                });
    }

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        checkSource();
        List<Request> indexes = requests.stream().map(this::request).toList();
        SparkSession spark = SparkSession.builder()
                .appName("Index of %s".formatted(path == null ? table : path))
                .getOrCreate();
        SkippingIndex index = index(spark).progress(line -> {
            out.println(line);
            out.flush();
        });
        for (Request request : indexes) {
            create(index, request);
        }
        if (automatic != null) {
            index.automatic(automatic);
        }
        BuildResult result = index.summarise();
        result.failures().forEach(spec.commandLine().getErr()::println);
        out.printf(
                "Summarised %,d files with %,d rows in %,d ranges; %,d files were in the index already%n",
                result.summarised(), result.rows(), result.ranges(), result.current());
        if (result.tooYoung() > 0) {
            out.printf("%,d files are too young; the next build summarises them%n", result.tooYoung());
        }
        return (result.failures().isEmpty() ? ExitCode.OK : ExitCode.PARTLY_FAILED).value();
    }

    private void checkSource() {
        if ((path == null) == (table == null)) {
            throw new ParameterException(
                    spec.commandLine(), "What is to be indexed must be named by either --path or --table");
        }
        if (table != null && isReaderGiven()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--format, --option and --schema are for files at --path: a table is read as it was defined");
        }
    }

    private boolean isReaderGiven() {
        return format != null || schema != null || !options.isEmpty();
    }

    private SkippingIndex index(SparkSession spark) {
        if (table != null) {
            if (!spark.catalog().tableExists(table)) {
                throw new IllegalArgumentException(
                        "This session knows no table %s; those of a Hive metastore need --conf spark.sql.catalogImplementation=hive"
                                .formatted(table));
            }
            return SkippingIndex.of(spark.table(table));
        }
        if (!isReaderGiven()) {
            return SkippingIndex.of(spark, path);
        }
        DataFrameReader reader =
                spark.read().format(format == null ? PARQUET : format).options(options);
        return SkippingIndex.of((schema == null ? reader : reader.schema(columns())).load(path));
    }

    private StructType columns() {
        try {
            return StructType.fromDDL(schema);
        } catch (Exception e) {
            throw new ParameterException(
                    spec.commandLine(),
                    "'%s' is no schema: it must be NAME TYPE[, NAME TYPE...], such as 'id bigint, name string'"
                            .formatted(schema),
                    e);
        }
    }

    private record Request(String type, List<String> columns, Map<String, String> options) {}

    private Request request(String text) {
        Matcher request = REQUEST.matcher(text);
        if (!request.matches()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "'%s' is no index: it must be TYPE:COLUMN[,COLUMN...][;OPTION=VALUE...], such as minmax:id"
                            .formatted(text));
        }
        Map<String, String> options = new LinkedHashMap<>();
        for (String option : request.group(3).split(";")) {
            int equals = option.indexOf('=');
            if (equals > 0) {
                options.put(option.substring(0, equals), option.substring(equals + 1));
            }
        }
        return new Request(request.group(1), List.of(request.group(2).split(",")), options);
    }

    private void create(SkippingIndex index, Request request) {
        try {
            index.create(request.type(), request.columns(), request.options());
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }
}
