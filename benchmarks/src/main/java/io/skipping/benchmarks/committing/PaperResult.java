// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.committing;

import io.skipping.benchmarks.measure.Quartiles;
import io.skipping.testing.s3.RequestKind;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * What one system did for one workload. What it wrote is what it should have written: of others there are no results.
 *
 * @param delayed whether the store was as slow as one far away
 */
record PaperResult(String system, PaperWorkload workload, boolean delayed, List<PaperRun> runs) {
    String name() {
        return workload.label() + (delayed ? "/latency" : "");
    }

    Quartiles of(ToDoubleFunction<PaperRun> number) {
        return Quartiles.of(runs.stream().mapToDouble(number));
    }

    Quartiles seconds() {
        return of(PaperRun::seconds);
    }

    Quartiles requests() {
        return of(run -> run.counts().requests());
    }

    /** Kinds that no run had are left out. */
    Map<RequestKind, Quartiles> byKind() {
        Map<RequestKind, Quartiles> byKind = new EnumMap<>(RequestKind.class);
        Arrays.stream(RequestKind.values())
                .filter(kind -> runs.stream().anyMatch(run -> run.counts().count(kind) > 0))
                .forEach(kind -> byKind.put(kind, of(run -> run.counts().count(kind))));
        return byKind;
    }
}
