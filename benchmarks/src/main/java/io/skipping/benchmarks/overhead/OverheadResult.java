// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.overhead;

import io.skipping.benchmarks.measure.Machine;
import io.skipping.benchmarks.measure.Records;
import io.skipping.benchmarks.measure.Report;
import java.time.Instant;
import java.util.List;

/** What was measured of all queries. */
record OverheadResult(List<Comparison> comparisons) implements Report {
    @Override
    public Records records(Instant date, Machine machine) {
        return OverheadJson.records(date, machine, comparisons);
    }

    @Override
    public String text(Instant date, Machine machine) {
        return OverheadReport.of(date, machine, comparisons);
    }

    @Override
    public boolean equalResults() {
        return comparisons.stream().allMatch(each -> each.pairs().equal());
    }
}
