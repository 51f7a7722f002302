// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.measure;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Describes the machine on which numbers were measured.
 *
 * @param trino the server's version, {@value #NO_TRINO} if there is none
 * @param loadBefore the load average over one minute when measuring began; negative if unknown
 * @param loadAfter the same when measuring ended; includes the measured work. Negative if unknown
 */
public record Machine(String cpu, int cores, String java, String trino, double loadBefore, double loadAfter) {
    public static final String NO_TRINO = "none";

    private static final double UNKNOWN_LOAD = -1;

    public static Machine of(String trino, double loadBefore) {
        return of(trino, loadBefore, load());
    }

    /** Describes this machine for numbers that were measured on it before. */
    static Machine ofUnknownLoad(String trino) {
        return of(trino, UNKNOWN_LOAD, UNKNOWN_LOAD);
    }

    private static Machine of(String trino, double loadBefore, double loadAfter) {
        return new Machine(
                model(),
                Runtime.getRuntime().availableProcessors(),
                System.getProperty("java.vm.version"),
                trino,
                loadBefore,
                loadAfter);
    }

    /** Describes the machine for human readers, without a full stop. */
    public String describe(Instant date) {
        return String.format(
                Locale.ROOT,
                "Measured on %s, on %d cores of %s with Java %s%s%s",
                date,
                cores,
                cpu,
                java,
                trino.equals(NO_TRINO) ? "" : ", by Trino " + trino,
                loadIsKnown()
                        ? String.format(Locale.ROOT, ". Load average %.1f before and %.1f after", loadBefore, loadAfter)
                        : "");
    }

    boolean loadIsKnown() {
        return loadBefore >= 0 && loadAfter >= 0;
    }

    public static double load() {
        return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    }

    private static String model() {
        String architecture = System.getProperty("os.arch");
        Path file = Path.of("/proc/cpuinfo");
        if (!Files.exists(file)) {
            return architecture;
        }
        try (Stream<String> lines = Files.lines(file, StandardCharsets.UTF_8)) {
            return lines.filter(line -> line.startsWith("model name"))
                    .map(line -> line.substring(line.indexOf(':') + 1).strip())
                    .findFirst()
                    .orElse(architecture);
        } catch (IOException _) {
            return architecture;
        }
    }
}
