// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.format;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.fs.Path;
import org.testng.annotations.Test;

public class TestReaderProfile {
    /** Checks which names of files decide whether releases decompress these. */
    @Test
    public void testNamesThatReleasesReadDifferently() {
        ReaderProfile lines = new ReaderProfile(SourceFormat.TEXT, "spark/text", ReaderProfile.Lines.RECORDS);
        assertThat(lines.isReadAlike(new Path("/a/b.GZIP"))).isFalse();
        assertThat(lines.isReadAlike(new Path("/a/b.zstd"))).isFalse();
        assertThat(lines.isReadAlike(new Path("/a/b.gz"))).isTrue();
        assertThat(new ReaderProfile(SourceFormat.PARQUET, "spark/parquet", ReaderProfile.Lines.NONE)
                        .isReadAlike(new Path("/a/b.gzip")))
                .isTrue();
    }
}
