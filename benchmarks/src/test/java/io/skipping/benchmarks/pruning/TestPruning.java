// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.pruning;

import static org.assertj.core.api.Assertions.assertThat;

import io.skipping.testing.folder.Checkout;
import io.skipping.testing.folder.Folders;
import io.skipping.testing.lake.LocalLake;
import io.skipping.testing.lake.Queries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.testng.SkipException;
import org.testng.annotations.Test;

/** The benchmark's way from data to outcomes, on a real server and little data. */
@Test(groups = "servers")
public class TestPruning {
    private static final List<String> SOME =
            List.of("family/equal", "family/polygon-indexed", "family/gap", "family/prefix");

    @Test
    public void testSomeQuestions() throws IOException, SQLException {
        try {
            Checkout.skippingPlugin("476");
        } catch (IOException e) {
            // 'mvn verify' of everything builds it; tests of this module alone may come without
            throw new SkipException(e.getMessage());
        }
        Path folder = Files.createTempDirectory("pruning");
        try (LocalLake local = LocalLake.in(folder).patient().start();
                Queries queries = new Queries(local)) {
            Lake lake = new Lake(local, queries);
            lake.createSchema();
            EventWorkload events = new EventWorkload(new Events(8, 100), true);
            events.prepare(lake);
            List<Group> groups = events.groups(lake).stream()
                    .filter(group -> SOME.contains(group.name()))
                    .toList();
            assertThat(groups).hasSameSizeAs(SOME);
            for (Group group : groups) {
                Outcome outcome = Outcome.of(queries, group.cases().getFirst());
                assertThat(outcome.equalResults()).as(group.name()).isTrue();
                assertThat(outcome.objectsInAll()).as(group.name()).isEqualTo(8);
                assertThat(outcome.objectsNeeded()).as(group.name()).isBetween(1L, 4L);
                assertThat(outcome.objectsRead()).as(group.name()).isEqualTo(outcome.objectsNeeded());
            }
        } finally {
            Folders.delete(folder);
        }
    }
}
