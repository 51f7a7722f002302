// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.committing;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.skipping.benchmarks.measure.Machine;
import io.skipping.testing.s3.Latency;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Keeps all runs in a file, so that a benchmark that was stopped can go on, and the rounds of several calls add up. They
 * do only if they measure the same.
 */
final class StocatorRuns {
    private static final ObjectMapper MAPPER = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    /**
     * Says what runs have in common.
     *
     * @param latencyMillis delay of each request at the slow store
     * @param bytesPerSecond bandwidth of each stream there
     */
    record Setup(PaperData data, long latencyMillis, long bytesPerSecond, String cpu, int cores) {
        static Setup of(PaperData data, Latency latency, Machine machine) {
            return new Setup(
                    data, latency.beforeAnswer().toMillis(), latency.bytesPerSecond(), machine.cpu(), machine.cores());
        }
    }

    /**
     * Holds a run.
     *
     * @param round its number, from 1
     * @param delayed whether the store was as slow as a remote one
     * @param date when it ended
     */
    record Entry(int round, boolean delayed, PaperWorkload workload, String system, String date, PaperRun run) {
        boolean isOf(int otherRound, boolean otherDelayed, PaperWorkload otherWorkload, String otherSystem) {
            return round == otherRound
                    && delayed == otherDelayed
                    && workload == otherWorkload
                    && system.equals(otherSystem);
        }
    }

    /** Describes the content of the file. */
    record Content(Setup setup, List<Entry> runs) {}

    private final Path file;
    private final Setup setup;
    private final List<Entry> runs = new ArrayList<>();

    private StocatorRuns(Path file, Setup setup) {
        this.file = file;
        this.setup = setup;
    }

    /**
     * Opens the runs in a file, which need not exist.
     *
     * @param continued whether to add to runs that are there
     * @throws IOException also if there are some, and they are not to be continued or measure something else
     */
    static StocatorRuns open(Path file, Setup setup, boolean continued) throws IOException {
        StocatorRuns opened = new StocatorRuns(file, setup);
        if (!Files.exists(file)) {
            return opened;
        }
        if (!continued) {
            throw new IOException(
                    "%s has runs of an earlier call: add to them by --continue, give another folder by --out, or delete it"
                            .formatted(file));
        }
        Content content = MAPPER.readValue(file.toFile(), Content.class);
        if (!content.setup().equals(setup)) {
            throw new IOException(
                    "%s cannot be continued: its runs are of %s, not of %s".formatted(file, content.setup(), setup));
        }
        opened.runs.addAll(content.runs());
        return opened;
    }

    List<Entry> all() {
        return List.copyOf(runs);
    }

    /** Returns when the last run ended; empty if there is none. */
    Optional<Instant> lastDate() {
        return runs.stream().map(entry -> Instant.parse(entry.date())).max(Comparator.naturalOrder());
    }

    boolean has(int round, boolean delayed, PaperWorkload workload, String system) {
        return runs.stream().anyMatch(run -> run.isOf(round, delayed, workload, system));
    }

    /** Adds runs, and writes all of them to the file. */
    void add(Collection<Entry> more) throws IOException {
        runs.addAll(more);
        Files.createDirectories(file.toAbsolutePath().getParent());
        Path next = file.resolveSibling(file.getFileName() + ".next");
        MAPPER.writeValue(next.toFile(), new Content(setup, runs));
        // one who stops this process never leaves half a file
        Files.move(next, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }
}
