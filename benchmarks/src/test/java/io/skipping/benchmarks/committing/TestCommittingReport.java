// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.committing;

import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.benchmarks.measure.Markdown;
import io.skipping.benchmarks.measure.Quartiles;
import io.skipping.testing.s3.RequestCounts;
import io.skipping.testing.s3.RequestKind;
import java.util.List;
import java.util.Map;
import org.testng.annotations.Test;

/** Tests what the report says of one object beside the paper. */
public class TestCommittingReport {
    @Test
    public void testNumbersOfThePaperAddUp() {
        assertThat(PublishedRequests.HADOOP_SWIFT.total()).isEqualTo(48);
        assertThat(PublishedRequests.S3A.total()).isEqualTo(117);
        assertThat(PublishedRequests.STOCATOR.total()).isEqualTo(8);
    }

    @Test
    public void testOneObjectStandsBesideThePaper() {
        CommittingReport report = new CommittingReport(
                List.of(
                        result(CommittingReport.OURS, Map.of(RequestKind.PUT, 2L, RequestKind.GET, 1L)),
                        result("file-v1", Map.of(RequestKind.HEAD, 9L, RequestKind.DELETE_MANY, 3L))),
                List.of(1));
        Markdown text = new Markdown();
        report.append(text);
        assertThat(text.toString().lines())
                .contains(
                        "| *S3a* | *71* | *5* | *2* | *4* | *35* | | *117* | *14.6* |",
                        "| attempt-naming (stands for *Stocator*) | 0 | 2 | 0 | 0 | 0 | 1 | 3 | 1.0 |",
                        "| file-v1 (stands for *S3a*) | 9 | 0 | 0 | 0 | 0 | 3 | 12 | 4.0 |");
    }

    private static CommittingResult result(String system, Map<RequestKind, Long> byKind) {
        long requests = byKind.values().stream().mapToLong(Long::longValue).sum();
        return new CommittingResult(
                system,
                Workload.TEXT_RDD,
                1,
                List.of(new RequestCounts(byKind, requests, 0, 0, 0, 0, List.of())),
                Quartiles.ofOne(1),
                true);
    }
}
