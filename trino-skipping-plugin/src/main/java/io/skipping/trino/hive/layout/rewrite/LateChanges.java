// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.layout.rewrite;

import static java.util.stream.Collectors.joining;

import io.skipping.trino.core.layout.RewriteRecord;
import io.skipping.trino.core.layout.RewriteRecord.RecordedObject;
import io.trino.spi.connector.SchemaTableName;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Tells what writers that began before a swap have changed in the old location, and what to do about it.
 *
 * @param staging the table that has the old location by now
 * @param written objects that the rewrite has not copied; with {@code missing}, not empty together
 * @param missing objects that the rewrite has copied, and that were deleted since
 */
record LateChanges(
        RewriteRecord record, SchemaTableName staging, Set<RecordedObject> written, Set<RecordedObject> missing) {
    private static final int MOST_NAMED = 10;

    /** Returns what has changed, as a part of a sentence. */
    String told() {
        return Stream.of(
                        told(written, "were written that it has not copied"),
                        told(missing, "were deleted that it has copied"))
                .flatMap(Optional::stream)
                .collect(joining("; "));
    }

    private static Optional<String> told(Set<RecordedObject> objects, String what) {
        return objects.isEmpty()
                ? Optional.empty()
                : Optional.of("%s objects %s: %s"
                        .formatted(objects.size(), what, named(objects.stream().map(RecordedObject::path))));
    }

    /** Returns what to do, as sentences without the last full stop. */
    String remedy() {
        if (written.isEmpty()) {
            return "%s still has the rows of the deleted ones. If a statement was to delete them, run it again"
                    .formatted(record.name());
        }
        if (missing.isEmpty()) {
            return "Their rows are only in %s; %s".formatted(staging, bringOver());
        }
        return "%1$s still has the rows of the deleted ones. If one statement did both, such as OPTIMIZE or an INSERT that overwrites, run it again, and copy nothing: what it wrote may have rows that %1$s has. Rows of other objects that were written are only in %2$s; %3$s"
                .formatted(record.name(), staging, bringOver());
    }

    private String bringOver() {
        // the staging table is not where the manifests of a partitioned table are
        return "bring them over by INSERT INTO %s SELECT * FROM %s WHERE \"$path\" IN (…)%s"
                .formatted(
                        record.name(),
                        staging,
                        record.partition().isPresent() ? ", in a session with committed_only = false" : "");
    }

    /** Returns some of many paths in words, in their order. */
    static String named(Stream<String> paths) {
        List<String> all = paths.sorted().distinct().toList();
        return all.stream().limit(MOST_NAMED).collect(joining(", "))
                + (all.size() > MOST_NAMED ? " and %s more".formatted(all.size() - MOST_NAMED) : "");
    }
}
