// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.committing;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * Holds what the Stocator paper says of S3A beside Stocator: how many times as long, as many requests and as much money
 * it takes (tables 6, 7 and 8; in IOStack D4.3 3.6b, 3.6c and 3.6d).
 */
enum StocatorBaseline {
    S3A_BASE(
            "S3a Base",
            "file-v1",
            ratios(0.96, 18.03, 10.33, 1.82, 8.86, 0.94),
            ratios(1.71, 33.74, 24.93, 25.35, 24.23, 2.40),
            ratios(1.63, 27.82, 26.74, 26.84, 25.88, 2.25)),
    S3A_CV2(
            "S3a Cv2",
            "file-v2",
            ratios(1.02, 4.37, 2.72, 1.05, 2.64, 0.93),
            ratios(1.71, 21.15, 16.18, 16.44, 15.41, 2.40),
            ratios(1.63, 17.59, 17.29, 17.36, 16.40, 2.25)),
    S3A_CV2_FU(
            "S3a Cv2 + FU",
            "file-v2",
            ratios(1.02, 1.46, 1.27, 1.05, 1.25, 0.93),
            ratios(1.71, 21.15, 16.18, 16.44, 15.41, 2.40),
            ratios(1.63, 17.55, 17.29, 17.34, 16.40, 2.25));

    private final String title;
    private final String system;
    private final Map<PaperWorkload, Double> seconds;
    private final Map<PaperWorkload, Double> requests;
    private final Map<PaperWorkload, Double> cost;

    StocatorBaseline(
            String title,
            String system,
            Map<PaperWorkload, Double> seconds,
            Map<PaperWorkload, Double> requests,
            Map<PaperWorkload, Double> cost) {
        this.title = title;
        this.system = system;
        this.seconds = seconds;
        this.requests = requests;
        this.cost = cost;
    }

    /** Returns the paper's numbers, in the order of its columns without Read-only 500 GB. */
    private static Map<PaperWorkload, Double> ratios(
            double read, double teragen, double copy, double wordcount, double terasort, double tpcds) {
        Map<PaperWorkload, Double> ratios = new EnumMap<>(PaperWorkload.class);
        ratios.put(PaperWorkload.READ, read);
        ratios.put(PaperWorkload.TERAGEN, teragen);
        ratios.put(PaperWorkload.COPY, copy);
        ratios.put(PaperWorkload.WORDCOUNT, wordcount);
        ratios.put(PaperWorkload.TERASORT, terasort);
        ratios.put(PaperWorkload.TPCDS_READ, tpcds);
        return ratios;
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
}
