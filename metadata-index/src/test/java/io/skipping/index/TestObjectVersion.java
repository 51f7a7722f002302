// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.testng.annotations.Test;

public class TestObjectVersion {
    private static final long LISTED = Instant.parse("2026-01-01T00:00:07.250Z").toEpochMilli();

    @Test
    public void testSecondsAreComparedWithSeconds() {
        assertThat(ObjectVersion.isSameTime(LISTED, Instant.parse("2026-01-01T00:00:07.250Z")))
                .isTrue();
        assertThat(ObjectVersion.isSameTime(LISTED, Instant.parse("2026-01-01T00:00:07Z")))
                .as("of a single object some stores tell whole seconds")
                .isTrue();
        assertThat(ObjectVersion.isSameTime(LISTED, Instant.parse("2026-01-01T00:00:07.251Z")))
                .isFalse();
        assertThat(ObjectVersion.isSameTime(LISTED, Instant.parse("2026-01-01T00:00:08Z")))
                .isFalse();
        assertThat(ObjectVersion.isSameTime(LISTED, Instant.parse("2026-01-01T00:00:06Z")))
                .isFalse();
    }
}
