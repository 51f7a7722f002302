// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.data;

import static org.assertj.core.api.Assertions.assertThat;

import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

public class TestLocations {
    @DataProvider
    public Object[][] inside() {
        return new Object[][] {
            {"s3://b/t/", "s3://b/t/day=1/", "day=1/"},
            {"s3://b/t/", "s3a://b/t/day=1/", "day=1/"},
            {"s3n://b/t/", "S3://b/t/day=1/x", "day=1/x"},
            {"s3a://b/", "s3://b/t/", "t/"},
            {"file:/w/t/", "file:///w/t/day=1/", "day=1/"},
            {"file:///w/t/", "file:/w/t/day=1/", "day=1/"},
            {"hdfs://name:8020/t/", "hdfs://name:8020/t/", ""},
            {"abfs://c@a.dfs.core.windows.net/t/", "abfss://c@a.dfs.core.windows.net/t/x", "x"},
            {"/w/t/", "/w/t/x", "x"},
        };
    }

    @Test(dataProvider = "inside")
    public void testAPathLeadsFromTheFolder(String folder, String location, String path) {
        assertThat(Locations.relative(folder, location)).contains(path);
    }

    @DataProvider
    public Object[][] outside() {
        return new Object[][] {
            {"s3://b/t/", "s3://b/table/day=1/"},
            {"s3://b/t/", "s3://c/t/day=1/"},
            {"s3://b/t/", "gs://b/t/day=1/"},
            {"s3://b/t/day=1/", "s3a://b/t/"},
            {"hdfs://one/t/", "hdfs://other/t/x"},
            {"/w/t/", "file:/w/t/x"},
        };
    }

    @Test(dataProvider = "outside")
    public void testNoPathLeadsToOtherFolders(String folder, String location) {
        assertThat(Locations.relative(folder, location)).isEmpty();
    }

    @Test
    public void testASecondSlashIsPartOfAKey() {
        assertThat(Locations.relative("s3://b/t/", "s3a://b//t/x")).isEmpty();
        assertThat(Locations.relative("s3://b//t/", "s3a://b//t/x")).contains("x");
    }

    @Test
    public void testFoldersOfPartitionsAreInThatOfTheirTable() {
        assertThat(Locations.withoutPartitions("s3://b/t/")).isEqualTo("s3://b/t/");
        assertThat(Locations.withoutPartitions("s3://b/t/day=1/")).isEqualTo("s3://b/t/");
        assertThat(Locations.withoutPartitions("s3://b/t/day=1/hour=2/")).isEqualTo("s3://b/t/");
        assertThat(Locations.withoutPartitions("s3://b/a=1/t/day=1/"))
                .as("not above a folder of another name")
                .isEqualTo("s3://b/a=1/t/");
        assertThat(Locations.withoutPartitions("s3://b/day=1/")).isEqualTo("s3://b/");
        assertThat(Locations.withoutPartitions("/day=1/")).isEqualTo("/");
    }
}
