// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.commits;

import io.skipping.benchmarks.measure.Benchmark;
import io.skipping.benchmarks.measure.Machine;
import io.skipping.benchmarks.measure.Results;
import io.skipping.testing.folder.Checkout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Measures parts of this version beside those of an earlier commit. */
@Command(
        name = "bin/bench commits",
        description = {
            "Checks an earlier commit out, builds it, and runs the benchmarks of JMH that both have, in turns.",
            ""
        })
public final class Commits extends Benchmark {
    @Parameters(paramLabel = "COMMIT", description = "The earlier commit, as git names it.")
    private String commit;

    @Option(names = "--rounds", paramLabel = "N", description = "How often each is run (default: 5; 1 with --quick).")
    private Optional<Integer> rounds;

    private Commits() {
        super("commits");
    }

    public static void main(String[] arguments) {
        run(new Commits(), arguments);
    }

    @Override
    protected void check() {
        requireAtLeast(1, "--rounds", rounds);
    }

    @Override
    protected boolean measure(Results results) throws IOException {
        double load = Machine.load();
        Path earlier = folder().resolve("earlier");
        Files.createDirectories(folder());
        steps().begin("Checking out and building " + commit);
        git("worktree", "add", "--detach", earlier.toString(), commit);
        try {
            Commands.run(
                    List.of(
                            "mvn",
                            "--batch-mode",
                            "package",
                            "-DskipTests",
                            "-Dspotless.check.skip=true",
                            "-pl",
                            "benchmarks",
                            "-am"),
                    earlier,
                    folder().resolve("build.log"));
            List<Compared> cases = compare(new Version("before", earlier), new Version("now", Checkout.root()));
            return write(results, new CommitsReport(commit, cases), Machine.NO_TRINO, load);
        } finally {
            git("worktree", "remove", "--force", earlier.toString());
        }
    }

    private void git(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        Commands.run(command, Checkout.root(), folder().resolve("git.log"));
    }

    private List<Compared> compare(Version before, Version now) throws IOException {
        TreeSet<String> classes = before.classes();
        classes.retainAll(now.classes());
        List<String> options =
                quick() ? List.of("-wi", "1", "-i", "1", "-f", "1") : List.of("-wi", "3", "-i", "3", "-f", "1");
        Map<String, Compared> cases = new LinkedHashMap<>();
        int count = rounds.orElse(quick() ? 1 : 5);
        for (int round = 0; round < count; round++) {
            steps().begin("Round %d of %d".formatted(round + 1, count));
            for (String name : classes) {
                Map<Version, Map<String, Double>> times = new LinkedHashMap<>();
                for (Version version : round % 2 == 0 ? List.of(before, now) : List.of(now, before)) {
                    times.put(version, version.run(name, options, folder()));
                }
                times.get(before).forEach((one, time) -> {
                    Double ofNow = times.get(now).get(one);
                    if (ofNow != null) {
                        Compared compared = cases.computeIfAbsent(
                                one, _ -> new Compared(one, new ArrayList<>(), new ArrayList<>()));
                        compared.before().add(time);
                        compared.now().add(ofNow);
                    }
                });
            }
        }
        if (cases.isEmpty()) {
            throw new IOException("Commit %s has no benchmark of JMH that this version has, too".formatted(commit));
        }
        return List.copyOf(cases.values());
    }
}
