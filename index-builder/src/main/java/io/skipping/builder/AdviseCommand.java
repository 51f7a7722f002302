// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.skipping.builder.advice.Advice;
import io.skipping.builder.advice.AdviceJson;
import io.skipping.builder.advice.AdviceText;
import io.skipping.builder.advice.LoggedQueries;
import io.skipping.builder.build.BuildReport;
import io.skipping.builder.build.BuildTotals;
import io.skipping.builder.catalog.SkippingCatalog;
import io.skipping.builder.job.JobEnvironment;
import io.skipping.builder.job.JobException;
import io.skipping.builder.job.JobException.Scope;
import io.skipping.command.ByteSize;
import io.skipping.command.ExitCode;
import io.skipping.command.TableName;
import io.skipping.command.Texts;
import io.skipping.command.progress.Progress;
import io.skipping.command.progress.Steps;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Says which indexes would let queries skip more, and makes them if asked to. */
@Command(
        name = "advise",
        description = {
            "Says which indexes would let queries skip more, how much, what these indexes cost, and the statements that make them.",
            "The questions come from a query log or from queries; without either, they are about each column. They are measured on a sample of the table's objects, which is read once, or a few times if there are hundreds of columns."
        })
final class AdviseCommand implements Callable<Integer> {
    private final JobEnvironment environment;

    @Spec
    private CommandSpec command;

    @Mixin
    private TargetOptions target;

    @Option(
            names = "--log",
            paramLabel = "FILE",
            description = "Query log of the plugin, the oldest file first; may be given several times.")
    private List<Path> logs = new ArrayList<>();

    @Option(
            names = "--query",
            paramLabel = "SQL",
            description = "A query of the table, such as 'SELECT … WHERE …'; may be given several times.")
    private List<String> queries = new ArrayList<>();

    @Option(
            names = "--sample-objects",
            paramLabel = "NUMBER",
            defaultValue = "40",
            description = "How many objects are measured, chosen evenly by path (default: ${DEFAULT-VALUE}).")
    private int sampleObjects;

    @Option(
            names = "--sample-size",
            paramLabel = "SIZE",
            defaultValue = "2GB",
            description =
                    "How many bytes these may have together; four objects are measured in any case (default: ${DEFAULT-VALUE}).")
    private String sampleSize;

    @Option(names = "--apply", description = "Request the indexes, build, and measure again.")
    private boolean apply;

    @Option(names = "--json", description = "Print a JSON array of the tables.")
    private boolean json;

    AdviseCommand(JobEnvironment environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() {
        if (!logs.isEmpty() && !queries.isEmpty()) {
            throw usageError("--log and --query cannot be given together: advise for one of them");
        }
        if (sampleObjects < 1) {
            throw usageError("--sample-objects must be 1 or more, not %d".formatted(sampleObjects));
        }
        long mostBytes;
        try {
            mostBytes = ByteSize.of(sampleSize).bytes();
        } catch (IllegalArgumentException e) {
            throw usageError("--sample-size: " + e.getMessage());
        }
        logs.stream().filter(file -> !Files.isReadable(file)).findFirst().ifPresent(file -> {
            throw usageError("--log %s: there is no such file that can be read".formatted(file));
        });
        SkippingCatalog catalog = target.open(environment);
        ArrayNode all = new JsonMapper().createArrayNode();
        Steps steps = Steps.of(environment.err()::println, environment.nanoTime());
        ExitCode code = target.eachTable(environment, catalog)
                .showing(steps, "Advising on")
                .run(table -> advise(new TableAdvice(catalog, table, sampleObjects, mostBytes, steps), all));
        if (json) {
            environment.out().println(all.toPrettyString());
        }
        return code.value();
    }

    private ExitCode advise(TableAdvice advised, ArrayNode all) {
        TableName table = advised.table();
        long start = environment.nanoTime().getAsLong();
        if (!advised.takeSample()) {
            environment.out().println("%s is empty: nothing can be skipped".formatted(table));
            return ExitCode.OK;
        }
        ask(advised);
        Advice advice = advised.advise();
        advised.notes().forEach(note -> environment.err().println("%s: %s".formatted(table, Texts.printable(note))));
        if (json) {
            ObjectNode node = AdviceJson.format(table.toString(), advice, advised::statement);
            node.put("objects", advised.sample().objects());
            node.put("bytes", advised.sample().bytes());
            node.put("sampledObjects", advised.sample().chosen().size());
            all.add(node);
            if (!apply) {
                return ExitCode.OK;
            }
            Applied applied = apply(advised, advice);
            node.putPOJO("readsAfter", applied.shares());
            return applied.code();
        }
        environment.out().println(heading(advised, start));
        environment.out().print(AdviceText.questions(advice));
        environment.out().print(proposals(advised, advice));
        if (!apply) {
            return ExitCode.OK;
        }
        Applied applied = apply(advised, advice);
        for (int finding = 0; finding < applied.shares().size(); finding++) {
            environment
                    .out()
                    .println("  %s: reads %s, before %s"
                            .formatted(
                                    Texts.printable(advice.findings()
                                            .get(finding)
                                            .question()
                                            .text()),
                                    AdviceText.percent(applied.shares().get(finding)),
                                    AdviceText.percent(
                                            advice.findings().get(finding).now())));
        }
        return applied.code();
    }

    private void ask(TableAdvice advised) {
        if (!queries.isEmpty()) {
            for (String query : queries) {
                try {
                    advised.askQuery(query);
                } catch (IllegalArgumentException e) {
                    throw usageError("--query: " + e.getMessage());
                }
            }
            return;
        }
        if (logs.isEmpty()) {
            advised.askAboutColumns();
            return;
        }
        try {
            advised.askLog(LoggedQueries.read(logs, target.catalog(), advised.table()));
        } catch (IOException e) {
            throw new JobException(Scope.TABLE, "--log " + e.getMessage(), e);
        }
    }

    private String heading(TableAdvice advised, long start) {
        return "%s: %s (%s), measured on %s (%s) in %s"
                .formatted(
                        advised.table(),
                        Texts.objects(advised.sample().objects()),
                        Texts.bytes(advised.sample().bytes()),
                        Texts.objects(advised.sample().chosen().size()),
                        Texts.bytes(advised.sampledBytes()),
                        Texts.duration(elapsed(start)));
    }

    private Duration elapsed(long start) {
        return Duration.ofNanos(environment.nanoTime().getAsLong() - start);
    }

    private String proposals(TableAdvice advised, Advice advice) {
        if (advice.isEmpty()) {
            return "No further index is worth its cost%n".formatted();
        }
        StringBuilder text = new StringBuilder();
        for (Advice.Proposal proposal : advice.proposals()) {
            text.append("%s takes about %s (%s of the table)%s%n"
                    .formatted(
                            Texts.printable(proposal.name()),
                            Texts.bytes(Math.round(
                                    proposal.indexShare() * advised.sample().bytes())),
                            AdviceText.percent(proposal.indexShare()),
                            proposal.byBuild() ? "; every build makes it" : ""));
            if (!proposal.byBuild()) {
                text.append("  %s;%n".formatted(advised.statement(proposal)));
            }
        }
        boolean reads = !advice.requests().isEmpty() || advice.needsBuild();
        if (reads) {
            boolean all = !advice.requests().isEmpty();
            text.append("Then build, which reads %s (%s, about %s at the pace of this measurement):%n"
                    .formatted(
                            all ? "all objects once" : "the objects that are not in the index",
                            Texts.bytes(advised.sample().bytes()),
                            Texts.duration(advised.timeToReadAll())));
            text.append("  java -jar index-builder.jar build %s --table %s%n"
                    .formatted(target.serverOptions(), advised.table().argument()));
        }
        if (!apply) {
            text.append("The same command with --apply does both%n".formatted());
        }
        return text.toString();
    }

    /** @param shares what each question reads afterwards; nothing if there was nothing to do */
    private record Applied(List<Double> shares, ExitCode code) {}

    private Applied apply(TableAdvice advised, Advice advice) {
        if (advice.isEmpty()) {
            return new Applied(List.of(), ExitCode.OK);
        }
        advised.request(advice);
        Progress.Style style = json
                ? Progress.Style.NONE
                : environment.errIsTerminal().getAsBoolean() ? Progress.Style.BAR : Progress.Style.PLAIN;
        long start = environment.nanoTime().getAsLong();
        BuildTotals totals;
        try (Progress progress =
                Progress.start(style, advised.table(), environment.err(), environment.nanoTime(), environment.err())) {
            totals = advised.build(progress);
        }
        if (!json) {
            environment.out().println(BuildReport.summary(advised.table(), totals, elapsed(start)));
        }
        environment.err().print(BuildReport.failures(advised.table(), totals));
        return new Applied(advised.shares(advice), BuildReport.exitCode(totals));
    }

    private ParameterException usageError(String message) {
        return new ParameterException(command.commandLine(), message);
    }
}
