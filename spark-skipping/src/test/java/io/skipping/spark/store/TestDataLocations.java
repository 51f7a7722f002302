// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.testng.annotations.Test;

public class TestDataLocations {
    @Test
    public void testFilesAreInTheInnermostLocation() {
        FileStatus outer = file("/t/year=2026/outer");
        FileStatus below = file("/t/logs/below");
        FileStatus inner = file("/t/logs/day/inner");
        FileStatus named = file("/files/named");
        FileStatus beside = file("/files/beside");
        FileStatus elsewhere = file("/t2/elsewhere");
        List<FileStatus> files = List.of(outer, below, inner, named, beside, elsewhere);
        List<Path> roots = List.of(new Path("/t/year=2026"), new Path("/t/logs/day"), named.getPath());
        assertThat(DataLocations.split(files, roots))
                .hasSize(3)
                .containsEntry(new Path("/t"), List.of(outer, below))
                .containsEntry(new Path("/t/logs/day"), List.of(inner))
                .containsEntry(new Path("/files"), List.of(named, beside));
    }

    private static FileStatus file(String path) {
        return new FileStatus(1, false, 1, 1, 1, new Path(path));
    }
}
