// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.view;

import static io.trino.spi.type.BigintType.BIGINT;
import static io.trino.spi.type.TimestampWithTimeZoneType.TIMESTAMP_TZ_MILLIS;
import static io.trino.spi.type.VarcharType.VARCHAR;

import com.google.common.collect.ImmutableList;
import io.skipping.index.LiveObject;
import io.skipping.index.ObjectVersion;
import io.skipping.index.explain.StaleText;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.snapshot.ObjectVerdict;
import io.skipping.trino.core.page.RowWriter;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Shows in {@code "t$objects"} the objects that the table has now, and what the index knows of each. No object is read
 * for it.
 */
public final class ObjectsView extends IndexView {
    public ObjectsView() {
        super(
                "$objects",
                ImmutableList.of(
                        column("object", VARCHAR),
                        column("object_size", BIGINT),
                        column("object_modified", TIMESTAMP_TZ_MILLIS),
                        column("state", VARCHAR),
                        column("ranges", BIGINT),
                        column("row_count", BIGINT),
                        column("reason", VARCHAR)));
    }

    @Override
    boolean showsValues() {
        return false;
    }

    @Override
    void write(Question question, RowWriter rows) {
        List<LiveObject> objects = question.objects().get();
        List<ObjectVerdict> verdicts = question.index()
                .current()
                .map(snapshot -> snapshot.plan(Predicate.ALWAYS).lookup(objects))
                .orElseGet(() -> objects.stream()
                        .map(_ -> (ObjectVerdict) ObjectVerdict.UNINDEXED)
                        .toList());
        for (int object = 0; object < objects.size(); object++) {
            ObjectVersion version = objects.get(object).version();
            ObjectVerdict verdict = verdicts.get(object);
            rows.add(
                    version.path(),
                    version.size(),
                    modified(version),
                    switch (verdict) {
                        case ObjectVerdict.Known _ -> "indexed";
                        case ObjectVerdict.Stale _ -> "stale";
                        case ObjectVerdict.Unindexed _ -> "unindexed";
                    },
                    verdict instanceof ObjectVerdict.Known known ? (long) known.count() : null,
                    verdict instanceof ObjectVerdict.Known known && question.countsRows() ? rowCount(known) : null,
                    verdict instanceof ObjectVerdict.Stale stale ? StaleText.of(objects.get(object), stale) : null);
        }
    }

    private static long rowCount(ObjectVerdict.Known known) {
        return IntStream.range(0, known.count()).mapToLong(known::rowCount).sum();
    }
}
