// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.stage;

import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.committer.manifest.Line;
import io.skipping.committer.manifest.ObjectLine;
import io.skipping.committer.manifest.Overwrite;
import io.skipping.committer.manifest.OverwrittenLine;
import java.util.ArrayList;
import java.util.List;
import org.testng.annotations.Test;

public class TestFormerOverwrites {
    @Test
    public void testLinesThatReadersNeedStay() {
        List<Line> lines = new ArrayList<>();
        for (int generation = 1; generation <= 3 * FormerOverwrites.MAX; generation++) {
            // of different folders
            lines.add(new OverwrittenLine("day=%d/".formatted(generation), generation));
            lines.add(ObjectLine.of("part").at(generation));
        }
        assertThat(FormerOverwrites.dispensable(lines, Overwrite.nothing())).isEmpty();
        assertThat(FormerOverwrites.dispensable(lines, Overwrite.folders(List.of("day=1/", "day=22/hour=1/"))))
                .isEmpty();
    }

    @Test
    public void testOldestGo() {
        List<Line> lines = new ArrayList<>();
        for (int generation = 1; generation <= FormerOverwrites.MAX; generation++) {
            lines.add(new OverwrittenLine(generation % 2 == 0 ? "" : "day=1/", generation));
        }
        assertThat(FormerOverwrites.dispensable(lines, Overwrite.nothing())).isEmpty();
        assertThat(FormerOverwrites.dispensable(lines, Overwrite.everything())).isEmpty();
        lines.add(new OverwrittenLine("day=1/hour=2/", FormerOverwrites.MAX + 1));
        assertThat(FormerOverwrites.dispensable(lines, Overwrite.nothing())).isEmpty();
        assertThat(FormerOverwrites.dispensable(lines, Overwrite.folders(List.of("day=1/"))))
                .as("the last one of everything is still needed")
                .isEmpty();
        assertThat(FormerOverwrites.dispensable(lines, Overwrite.everything()))
                .containsExactly(new OverwrittenLine("day=1/", 1));
    }
}
