// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.committing;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Holds what the Stocator paper says of S3A beside Stocator: how long it takes (table 5; in IOStack D4.3 3.6a), and how many times as
 * long, as many requests and as much money (tables 6, 7 and 8; 3.6b, 3.6c and 3.6d).
 */
enum StocatorBaseline {
    S3A_BASE(
            "S3a Base",
            "file-v1",
            ratios(0.96, 18.03, 10.33, 1.82, 8.86, 0.94),
            ratios(1.71, 33.74, 24.93, 25.35, 24.23, 2.40),
            ratios(1.63, 27.82, 26.74, 26.84, 25.88, 2.25),
            times(33.30, 0.42, 699.50, 8.40, 705.10, 8.50, 193.50, 1.80, 746.00, 7.20, 104.50, 2.20)),
    S3A_CV2(
            "S3a Cv2",
            "file-v2",
            ratios(1.02, 4.37, 2.72, 1.05, 2.64, 0.93),
            ratios(1.71, 21.15, 16.18, 16.44, 15.41, 2.40),
            ratios(1.63, 17.59, 17.29, 17.36, 16.40, 2.25),
            times(35.30, 0.70, 169.70, 4.64, 185.40, 7.00, 111.90, 2.08, 221.90, 6.66, 104.00, 2.20)),
    S3A_CV2_FU(
            "S3a Cv2 + FU",
            "file-v2",
            ratios(1.02, 1.46, 1.27, 1.05, 1.25, 0.93),
            ratios(1.71, 21.15, 16.18, 16.44, 15.41, 2.40),
            ratios(1.63, 17.55, 17.29, 17.34, 16.40, 2.25),
            times(35.20, 0.48, 56.80, 1.04, 86.50, 1.00, 112.00, 2.40, 105.20, 3.28, 103.10, 2.14)),
    /** With which the others are compared. */
    STOCATOR(
            "Stocator",
            CommittingReport.OURS,
            ratios(1, 1, 1, 1, 1, 1),
            ratios(1, 1, 1, 1, 1, 1),
            ratios(1, 1, 1, 1, 1, 1),
            times(34.60, 0.56, 38.80, 1.40, 68.20, 0.80, 106.60, 1.40, 84.20, 2.04, 111.40, 1.68));

    private final String title;
    private final String system;
    private final Map<PaperWorkload, Double> seconds;
    private final Map<PaperWorkload, Double> requests;
    private final Map<PaperWorkload, Double> cost;
    private final Map<PaperWorkload, Time> times;

    /** Holds the average of ten runs and their standard deviation, in seconds. */
    record Time(double average, double deviation) {}

    StocatorBaseline(
            String title,
            String system,
            Map<PaperWorkload, Double> seconds,
            Map<PaperWorkload, Double> requests,
            Map<PaperWorkload, Double> cost,
            Map<PaperWorkload, Time> times) {
        this.title = title;
        this.system = system;
        this.seconds = seconds;
        this.requests = requests;
        this.cost = cost;
        this.times = times;
    }

    /** Returns the paper's numbers, in the order of its columns without Read-only 500 GB. */
    private static Map<PaperWorkload, Double> ratios(double... numbers) {
        Map<PaperWorkload, Double> ratios = new EnumMap<>(PaperWorkload.class);
        int at = 0;
        for (PaperWorkload workload : columns()) {
            ratios.put(workload, numbers[at++]);
        }
        return ratios;
    }

    private static List<PaperWorkload> columns() {
        return List.of(
                PaperWorkload.READ,
                PaperWorkload.TERAGEN,
                PaperWorkload.COPY,
                PaperWorkload.WORDCOUNT,
                PaperWorkload.TERASORT,
                PaperWorkload.TPCDS_READ);
    }

    /** Returns the paper's averages, each followed by its deviation, in the same order. */
    private static Map<PaperWorkload, Time> times(double... numbers) {
        Map<PaperWorkload, Time> times = new EnumMap<>(PaperWorkload.class);
        int at = 0;
        for (PaperWorkload workload : columns()) {
            times.put(workload, new Time(numbers[at], numbers[at + 1]));
            at += 2;
        }
        return times;
    }

    /** Returns the paper's name. */
    String title() {
        return title;
    }

    /** Returns the name of the system that is configured like this one. */
    String system() {
        return system;
    }

    /** Returns how many times as long as Stocator it takes; empty if the paper does not say. */
    Optional<Double> seconds(PaperWorkload workload) {
        return Optional.ofNullable(seconds.get(workload));
    }

    Optional<Double> requests(PaperWorkload workload) {
        return Optional.ofNullable(requests.get(workload));
    }

    Optional<Double> cost(PaperWorkload workload) {
        return Optional.ofNullable(cost.get(workload));
    }

    /** Returns how long it takes with the paper's data on its machines; empty if the paper does not say. */
    Optional<Time> time(PaperWorkload workload) {
        return Optional.ofNullable(times.get(workload));
    }
}
