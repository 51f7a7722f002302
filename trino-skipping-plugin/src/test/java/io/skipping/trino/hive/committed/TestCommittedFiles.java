// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.committed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.skipping.committer.data.DataSets;
import io.skipping.committer.data.ManifestFiles;
import io.trino.plugin.hive.fs.RemoteIterator;
import io.trino.plugin.hive.fs.TrinoFileStatus;
import io.trino.spi.TrinoException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.testng.annotations.Test;

public class TestCommittedFiles {
    private static final String FIRST = "part-attempt.1.m00000.0";
    private static final String SECOND = "part-attempt.1.m00001.0";
    private static final String THIRD = "part-attempt.1.m00002.0";

    /** A manifest of two objects in one partition. */
    private static final class Manifest implements ManifestFiles {
        private int generation = 1;
        private List<String> objects = List.of(FIRST, SECOND);

        @Override
        public Optional<InputStream> open(String path) {
            return path.equals("_SUCCESS")
                    ? Optional.of(
                            new ByteArrayInputStream("""
                            {"committer": "attempt-naming", "dataSet": {"format": "trino-skipping-data-set", "version": 1,
                             "generation": %s, "jobs": [], "lists": [], "lines": [
                             {"object": "dt=a/%s", "generation": 1}, {"object": "dt=a/%s", "generation": 1}]}}
                            """.formatted(generation, objects.getFirst(), objects.getLast())
                                    .getBytes(StandardCharsets.UTF_8)))
                    : Optional.empty();
        }

        @Override
        public List<String> names(String folder) {
            return List.of();
        }
    }

    @Test
    public void testAnEmptyListingIsComparedWithAManifestThatNobodyHasReadSoFar() throws IOException {
        assertThat(files(new Manifest(), true, List.of(), 0).hasAll()).isFalse();
        assertThat(files(new Manifest(), true, List.of("by-hand"), 0).hasAll()).isFalse();
        assertThat(files(new Manifest(), true, List.of(FIRST, SECOND), 0).hasAll())
                .isTrue();
    }

    @Test
    public void testAnEmptyListingAfterAnOverwriteIsAnError() throws IOException {
        Manifest manifest = new Manifest();
        CommittedFiles files = files(manifest, true, List.of(), 0);
        assertThat(files.hasAll()).isFalse();
        manifest.generation = 2;
        manifest.objects = List.of(FIRST, THIRD);
        assertThatThrownBy(() -> all(files))
                .isInstanceOf(TrinoException.class)
                .hasMessageContaining("has 0 of the 2 objects that were committed when the query began");
    }

    /** Checks that an append is not taken for an overwrite: its manifest still counts what somebody has deleted. */
    @Test
    public void testAnEmptyListingBesideAnAppendIsOfWhatIsThere() throws IOException {
        Manifest manifest = new Manifest();
        CommittedFiles files = files(manifest, true, List.of(), 0);
        assertThat(files.hasAll()).isFalse();
        manifest.generation = 2;
        assertThat(all(files)).isEmpty();
    }

    @Test
    public void testALongListingThatIsOlderThanTheManifestIsAnError() {
        assertThatThrownBy(() -> all(files(new Manifest(), false, List.of(FIRST, "part-attempt.0.m00001.0"), 2)))
                .isInstanceOf(TrinoException.class)
                .hasMessageContaining("dt=a/ was listed before a job committed")
                .hasMessageContaining("has 1 of the 2 objects")
                .hasMessageContaining("run the query again");
        assertThatThrownBy(() -> all(files(new Manifest(), false, List.of("part-attempt.0.m00001.0"), 2)))
                .as("not of no rows")
                .isInstanceOf(TrinoException.class)
                .hasMessageContaining("has 0 of the 2 objects");
    }

    @Test
    public void testOfALongListingWhatOthersDeletedIsGone() throws IOException {
        assertThat(all(files(new Manifest(), false, List.of(FIRST, "by-hand"), 1)))
                .containsExactly(FIRST, "by-hand");
        assertThat(all(files(new Manifest(), false, List.of(FIRST, SECOND), 0)))
                .as("nothing is missing, and not listed again")
                .containsExactly(FIRST, SECOND);
    }

    private static CommittedFiles files(Manifest manifest, boolean complete, List<String> names, long committedNow)
            throws IOException {
        CommittedFolder folder = new CommittedFolder("s3://b/t/", "s3a://b/t/dt=a/", "dt=a/", new DataSets(manifest));
        List<TrinoFileStatus> files = names.stream()
                .map(name -> new TrinoFileStatus(List.of(), "s3a://b/t/dt=a/" + name, false, 10, 0))
                .toList();
        List<TrinoFileStatus> ahead = complete ? files : List.of();
        return new CommittedFiles(folder, ahead, complete, iterator(files.iterator()), () -> {}, () -> committedNow);
    }

    private static RemoteIterator<TrinoFileStatus> iterator(Iterator<TrinoFileStatus> files) {
        return new RemoteIterator<>() {
            @Override
            public boolean hasNext() {
                return files.hasNext();
            }

            @Override
            public TrinoFileStatus next() {
                return files.next();
            }
        };
    }

    private static List<String> all(CommittedFiles files) throws IOException {
        List<String> names = new ArrayList<>();
        while (files.hasNext()) {
            String path = files.next().getPath();
            names.add(path.substring(path.lastIndexOf('/') + 1));
        }
        return names;
    }
}
