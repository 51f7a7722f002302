// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder.build;

import static io.skipping.builder.catalog.BuildEvent.Kind.CURRENT;
import static io.skipping.builder.catalog.BuildEvent.Kind.DONE;
import static io.skipping.builder.catalog.BuildEvent.Kind.FAILED;
import static io.skipping.builder.catalog.BuildEvent.Kind.PLANNED;
import static io.skipping.builder.catalog.BuildEvent.Kind.YOUNG;
import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.builder.catalog.BuildEvent;
import io.skipping.builder.catalog.BuildEvent.Kind;
import io.skipping.command.TableName;
import io.skipping.command.progress.Progress;
import java.time.Duration;
import org.testng.annotations.Test;

public class TestBuildTotals {
    private static final TableName TABLE = new TableName("grid", "meters");
    private static final long MB = 1024 * 1024;

    @Test
    public void testWork() {
        BuildTotals totals = new BuildTotals();
        assertThat(totals.work()).isEqualTo(new Progress.Work(0, 0, 0, 0, 0));
        totals.add(event(CURRENT, 7, 70 * MB));
        assertThat(totals.work()).isEqualTo(new Progress.Work(0, 0, 7, 0, 0));
        totals.add(event(PLANNED, 1200, 400 * MB));
        totals.add(event(DONE, 299, 99 * MB));
        totals.add(failure("s3://b/o", MB));
        assertThat(totals.work())
                .as("a failed object needs no more work")
                .isEqualTo(new Progress.Work(1200, 300, 7, 400 * MB, 100 * MB));
        totals.add(event(PLANNED, 1200, 400 * MB));
        assertThat(totals.work()).as("more was found").isEqualTo(new Progress.Work(2400, 300, 7, 800 * MB, 100 * MB));
    }

    @Test
    public void testReport() {
        BuildTotals totals = new BuildTotals();
        totals.add(event(PLANNED, 30, 30 * MB));
        for (int i = 0; i < 25; i++) {
            totals.add(failure("s3://b/o" + i, MB));
        }
        // another piece of the same object
        totals.add(failure("s3://b/o3", MB));
        assertThat(totals.failedObjects()).isEqualTo(25);
        assertThat(BuildReport.failures(TABLE, totals).lines())
                .hasSize(22)
                .startsWith(
                        "grid.meters: 25 objects could not be summarised; queries read them, and the next build tries again:",
                        "  s3://b/o0: broken")
                .endsWith("  and 5 more");
        assertThat(BuildReport.failures(TABLE, new BuildTotals())).isEmpty();
        assertThat(BuildReport.summary(TABLE, new BuildTotals(), Duration.ZERO)).isEqualTo("grid.meters: up to date");
        BuildTotals young = new BuildTotals();
        young.add(event(YOUNG, 2, 20 * MB));
        assertThat(BuildReport.summary(TABLE, young, Duration.ZERO))
                .startsWith("grid.meters: nothing to summarise yet; 2 objects (20.0 MB) are left to the next build");
    }

    private static BuildEvent event(Kind kind, long objects, long bytes) {
        return new BuildEvent(kind, "b", objects, bytes, 1, 1, 1, null, null);
    }

    private static BuildEvent failure(String object, long bytes) {
        return new BuildEvent(FAILED, "b", 1, bytes, 0, 0, 0, object, "broken");
    }
}
