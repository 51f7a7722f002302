// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.index.ObjectVersion;
import java.time.Instant;
import org.apache.hadoop.fs.EtagSource;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.testng.annotations.Test;

public class TestObjectVersions {
    private static final Path FILE = new Path("s3a://bucket/table/file");
    private static final long LISTED = Instant.parse("2026-01-01T00:00:07.250Z").toEpochMilli();

    @Test
    public void testAFileThatWasReplacedIsNotWhatWasListed() {
        ObjectVersion listed = ObjectVersions.of(untagged(5, LISTED));
        assertThat(ObjectVersions.isStill(listed, untagged(5, LISTED))).isTrue();
        assertThat(ObjectVersions.isStill(listed, untagged(5, LISTED - 250)))
                .as("of a single object some stores tell whole seconds")
                .isTrue();
        assertThat(ObjectVersions.isStill(listed, untagged(5, LISTED + 1))).isFalse();
        assertThat(ObjectVersions.isStill(listed, untagged(6, LISTED))).isFalse();
        assertThat(ObjectVersions.isStill(listed, new Tagged(5, LISTED, "\"a\"")))
                .as("listings of Spark may lose tags")
                .isTrue();
    }

    @Test
    public void testTagsDecide() {
        ObjectVersion listed = ObjectVersions.of(new Tagged(5, LISTED, "\"a\""));
        assertThat(ObjectVersions.isStill(listed, new Tagged(5, LISTED, "a"))).isTrue();
        assertThat(ObjectVersions.isStill(listed, new Tagged(5, LISTED, "\"b\"")))
                .as("of the same size and time")
                .isFalse();
        assertThat(ObjectVersions.isStill(listed, new Tagged(6, LISTED, "\"a\"")))
                .isFalse();
        assertThat(ObjectVersions.isStill(listed, untagged(5, LISTED + 1))).isFalse();
    }

    private static FileStatus untagged(long bytes, long modifiedMillis) {
        return new FileStatus(bytes, false, 1, 1, modifiedMillis, FILE);
    }

    private static final class Tagged extends FileStatus implements EtagSource {
        private final String etag;

        private Tagged(long bytes, long modifiedMillis, String etag) {
            super(bytes, false, 1, 1, modifiedMillis, FILE);
            this.etag = etag;
        }

        @Override
        public String getEtag() {
            return etag;
        }
    }
}
