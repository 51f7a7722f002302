// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.store;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.conf.Configuration;
import org.testng.annotations.Test;

public class TestSkippingOptions {
    @Test
    public void testFolderWithoutAScheme() {
        Configuration local = new Configuration(false);
        assertThat(SkippingOptions.qualified("/indexes", local)).isEqualTo("file:/indexes");
        assertThat(SkippingOptions.qualified("file:///indexes", local)).isEqualTo("file:/indexes");
        assertThat(SkippingOptions.qualified("s3a://bucket/indexes", local)).isEqualTo("s3a://bucket/indexes");
        Configuration cluster = new Configuration(false);
        cluster.set("fs.defaultFS", "hdfs://cluster");
        assertThat(SkippingOptions.qualified("/indexes", cluster)).isEqualTo("hdfs://cluster/indexes");
    }
}
