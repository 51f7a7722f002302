// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.manifest;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import io.skipping.index.IndexUnavailableException;
import io.skipping.index.store.FileLocation;
import io.skipping.index.store.FileStore;
import io.skipping.index.store.IndexLayout;
import io.skipping.index.store.StoredFile;
import io.skipping.index.store.TableIndex.Trial;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Tries out whether a store offers what {@code docs/index-format.md} specifies under "What a store must offer". It writes,
 * lists, reads and deletes one small file.
 */
final class StoreTrial {
    /** Clocks may differ by so much: what is compared with a machine's clock is hours old. */
    private static final Duration MOST_SKEW = Duration.ofMinutes(1);

    private static final byte[] FIRST = "{\"format\":\"trino-skipping-trial\",\"file\":1}".getBytes(UTF_8);
    private static final byte[] SECOND = "{\"format\":\"trino-skipping-trial\",\"file\":2}".getBytes(UTF_8);

    private final IndexLayout layout;
    private final FileStore files;
    private final InstantSource clock;

    /** @param clock of this machine */
    StoreTrial(IndexLayout layout, FileStore files, InstantSource clock) {
        this.layout = requireNonNull(layout, "layout is null");
        this.files = requireNonNull(files, "files is null");
        this.clock = requireNonNull(clock, "clock is null");
    }

    /** Tries out the store, unless a trial would leave something there. */
    Trial run() {
        try {
            if (files.keepsTraces()) {
                return Trial.untried(
                        "the table has no index there yet, and its first file makes what a trial would leave behind, such as an index of the search engine");
            }
        } catch (IndexUnavailableException e) {
            return Trial.of(List.of(e.getMessage()));
        }
        // the name of a build's marker, which a vacuum deletes if nobody else does
        FileLocation file = layout.marker(IndexLayout.newBuild(clock.instant()));
        List<String> problems = new ArrayList<>();
        try {
            write(file, problems);
        } catch (IndexUnavailableException e) {
            problems.add(e.getMessage());
        }
        try {
            files.delete(List.of(file));
            if (files.exists(file)) {
                problems.add("a file is still there after it was deleted");
            }
        } catch (IndexUnavailableException e) {
            problems.add(e.getMessage());
        }
        return Trial.of(problems);
    }

    private void write(FileLocation file, List<String> problems) {
        Instant before = clock.instant();
        if (!files.createExclusive(file, FIRST)) {
            problems.add("it refuses to create a file that is not there");
            return;
        }
        Instant after = clock.instant();
        boolean replaced = files.createExclusive(file, SECOND);
        if (replaced) {
            problems.add(
                    "it replaces a file that it should only create if there is none, so builds can lose each other's work");
        }
        Optional<StoredFile> listed = files.list(layout.folder(IndexLayout.BUILDS)).stream()
                .filter(each -> each.location().name().equals(file.name()))
                .findFirst();
        if (listed.isEmpty()) {
            problems.add("it does not list a file that was just written");
            return;
        }
        if (!replaced && !Arrays.equals(files.read(file, listed.get().length()), FIRST)) {
            problems.add("it does not return what was just written");
        }
        skew(listed.get().lastModified(), before, after).ifPresent(problems::add);
    }

    private static Optional<String> skew(Instant written, Instant before, Instant after) {
        if (written.isBefore(before.minus(MOST_SKEW))) {
            return Optional.of("its clock is %s seconds behind that of this server"
                    .formatted(Duration.between(written, before).toSeconds()));
        }
        if (written.isAfter(after.plus(MOST_SKEW))) {
            return Optional.of("its clock is %s seconds ahead of that of this server"
                    .formatted(Duration.between(after, written).toSeconds()));
        }
        return Optional.empty();
    }
}
