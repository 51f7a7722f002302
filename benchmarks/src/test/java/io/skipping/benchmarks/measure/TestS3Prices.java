// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.skipping.testing.s3.LoggedRequest;
import io.skipping.testing.s3.RequestCounts;
import io.skipping.testing.s3.RequestKind;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.testng.annotations.Test;

public class TestS3Prices {
    @Test
    public void testClasses() {
        assertThat(S3Prices.current().dollars(Map.of())).isZero();
        assertPrice(0.005, RequestKind.PUT);
        assertPrice(0.005, RequestKind.COPY);
        assertPrice(0.005, RequestKind.LIST);
        assertPrice(0.005, RequestKind.CREATE_UPLOAD);
        assertPrice(0.005, RequestKind.UPLOAD_PART);
        assertPrice(0.005, RequestKind.COMPLETE_UPLOAD);
        assertPrice(0.0004, RequestKind.GET);
        assertPrice(0.0004, RequestKind.HEAD);
        assertPrice(0.0004, RequestKind.OTHER);
        assertPrice(0, RequestKind.DELETE);
        assertPrice(0, RequestKind.DELETE_MANY);
        assertPrice(0, RequestKind.ABORT_UPLOAD);
    }

    private static void assertPrice(double ofAThousand, RequestKind kind) {
        assertThat(S3Prices.current().dollars(Map.of(kind, 1000L)))
                .as(kind.name())
                .isCloseTo(ofAThousand, within(1e-12));
    }

    @Test
    public void testSum() {
        assertThat(S3Prices.current()
                        .dollars(Map.of(RequestKind.PUT, 10L, RequestKind.HEAD, 100L, RequestKind.DELETE, 1_000_000L)))
                .isCloseTo(0.00009, within(1e-12));
    }

    @Test
    public void testBytesOutOfTheRegion() {
        RequestCounts counts = RequestCounts.of(List.of(new LoggedRequest(
                Instant.EPOCH, RequestKind.GET, "b", "k", Optional.empty(), 200, 500_000_000, 0, 0, 1)));
        assertThat(S3Prices.current().dollarsElsewhere(counts)).isCloseTo(0.0100004, within(1e-12));
        assertThat(S3Prices.current().dollarsOverInternet(counts)).isCloseTo(0.0450004, within(1e-12));
    }

    @Test
    public void testDate() {
        assertThat(LocalDate.parse(S3Prices.current().date())).isAfter("2026-11-01");
        assertThat(S3Prices.current().remarks()).isNotBlank();
    }
}
