// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder;

import io.skipping.builder.job.Interruption;
import io.skipping.builder.job.JobEnvironment;
import io.skipping.builder.job.JobException;
import io.skipping.command.DurationConverter;
import io.skipping.command.ExitCode;
import io.skipping.command.PackagedVersion;
import io.skipping.command.TableName;
import io.skipping.command.TableNameConverter;
import io.skipping.command.Texts;
import io.skipping.command.TrinoLogin;
import io.skipping.command.UsageErrors;
import io.trino.jdbc.TrinoDriver;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Implements the command line: {@code java -jar index-builder.jar COMMAND …}. */
@Command(name = "index-builder", description = "Builds and tends the indexes by which queries skip objects.")
public final class IndexBuilder implements Runnable {
    /** Limits how long the process continues after it was told to end, to cancel what runs at the server. */
    private static final Duration GRACE = Duration.ofSeconds(5);

    @Spec
    private CommandSpec command;

    private IndexBuilder() {}

    @Override
    public void run() {
        throw new ParameterException(
                command.commandLine(), "No command given: build, status, doctor, advise, vacuum or copy");
    }

    public static void main(String[] args) {
        JobEnvironment environment = JobEnvironment.system(new TrinoDriver());
        Interruption interruption = environment.interruption();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> interrupt(interruption), "interruption"));
        int code;
        try {
            code = run(environment, args);
        } finally {
            interruption.end();
        }
        System.exit(code);
    }

    private static void interrupt(Interruption interruption) {
        // on its own thread, because a server that does not answer must not keep the process alive
        Thread thread = Thread.ofPlatform().daemon().start(() -> interruption.request(GRACE));
        try {
            boolean _ = thread.join(GRACE);
        } catch (InterruptedException _) {
            // the process ends in any case
        }
    }

    static int run(JobEnvironment environment, String... args) {
        Optional<String> misuse = TrinoLogin.passwordMisuse(args);
        if (misuse.isPresent()) {
            environment.err().println("error: " + misuse.get());
            return ExitCode.USAGE.value();
        }
        return commandLine(environment).execute(args);
    }

    /** Returns the command, for code that documents it. */
    public static CommandLine commandLine() {
        return commandLine(JobEnvironment.system(new TrinoDriver()));
    }

    /**
     * Runs a command as {@link #main} does, with its output in the hands of the caller.
     *
     * @return the exit code
     */
    public static int run(PrintStream out, PrintStream err, String... args) {
        return run(JobEnvironment.writingTo(new TrinoDriver(), out, err), args);
    }

    private static CommandLine commandLine(JobEnvironment environment) {
        CommandLine commandLine = new CommandLine(new IndexBuilder())
                .addSubcommand(new BuildCommand(environment))
                .addSubcommand(new StatusCommand(environment))
                .addSubcommand(new DoctorCommand(environment))
                .addSubcommand(new AdviseCommand(environment))
                .addSubcommand(new VacuumCommand(environment))
                .addSubcommand(new CopyCommand(environment));
        commandLine.getSubcommands().values().forEach(IndexBuilder::describe);
        describe(commandLine);
        describeUnexamined(commandLine.getSubcommands().get("doctor"));
        PackagedVersion.printedBy(commandLine, "index-builder", IndexBuilder.class);
        commandLine
                .setOut(new PrintWriter(environment.out(), true))
                .setErr(new PrintWriter(environment.err(), true))
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setAbbreviatedOptionsAllowed(false)
                .registerConverter(TableName.class, new TableNameConverter())
                .registerConverter(Duration.class, new DurationConverter())
                .setParameterExceptionHandler((e, _) -> usageError(environment, e))
                .setExecutionExceptionHandler((e, command, _) -> failure(environment, e, command));
        return commandLine;
    }

    private static void describe(CommandLine commandLine) {
        commandLine
                .getCommandSpec()
                .mixinStandardHelpOptions(true)
                .usageMessage()
                .width(120)
                .exitCodeListHeading("%nExit codes:%n")
                .exitCodeList(ExitCode.help(IndexBuilder::meaning))
                .footer("", "Sizes are Trino's: 1 kB is 1,024 bytes. docs/building.md and docs/advise.md say more.");
    }

    /** Adds the exit code that no other command has. */
    private static void describeUnexamined(CommandLine doctor) {
        UsageMessageSpec usage = doctor.getCommandSpec().usageMessage();
        Map<String, String> codes = new LinkedHashMap<>(usage.exitCodeList());
        codes.put(
                String.valueOf(DoctorCommand.UNEXAMINED),
                "something could not be examined, and nothing else was found");
        usage.exitCodeList(codes);
    }

    private static String meaning(ExitCode code) {
        return switch (code) {
            case OK -> "all is well";
            case FAILED ->
                "failed: nothing was published for some table; what was summarised is kept and the next build goes on. Of doctor: something keeps builds or queries from using an index";
            case USAGE -> "wrong options";
            case PARTLY_FAILED ->
                "published, but some objects could not be summarised; queries read them. Of status: an index cannot be read, and its problem says what to do. Of doctor: something costs speed or space";
        };
    }

    private static int usageError(JobEnvironment environment, ParameterException e) {
        environment.err().println("error: " + Texts.printable(UsageErrors.message(e)));
        environment.err().println("See " + e.getCommandLine().getCommandSpec().qualifiedName() + " --help");
        return ExitCode.USAGE.value();
    }

    private static int failure(JobEnvironment environment, Exception e, CommandLine command) throws Exception {
        switch (e) {
            case ParameterException usage -> {
                return usageError(environment, usage);
            }
            case JobException known -> environment.err().println("error: " + known.getMessage());
            default -> {
                environment.err().println("error: this should not happen in " + command.getCommandName());
                e.printStackTrace(environment.err());
            }
        }
        return ExitCode.FAILED.value();
    }
}
