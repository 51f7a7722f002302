// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.explain;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static java.util.stream.Collectors.joining;

import com.google.common.collect.ImmutableList;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.snapshot.ObjectVerdict;
import io.skipping.index.snapshot.ObjectVerdict.Stale;
import io.skipping.index.snapshot.ObjectVerdict.Stale.Change;
import java.util.List;
import java.util.stream.Stream;

/**
 * Holds the objects that a scan lists, or the first of them.
 *
 * @param complete whether these are all objects
 */
public record ListedObjects(List<ListedObject> objects, boolean complete) {
    public ListedObjects {
        objects = List.copyOf(objects);
    }

    /** Represents an object and what the index knows of it. */
    record Looked(ListedObject object, ObjectVerdict verdict) {}

    /** Returns each object with what the index proves of it. */
    List<Looked> look(IndexedTable table, Predicate predicate) {
        List<ObjectVerdict> verdicts = table.snapshot()
                .plan(predicate)
                .lookup(objects.stream().map(ListedObject::object).toList());
        ImmutableList.Builder<Looked> looked = ImmutableList.builder();
        for (int object = 0; object < objects.size(); object++) {
            looked.add(new Looked(objects.get(object), verdicts.get(object)));
        }
        return looked.build();
    }

    /** Returns lines about the objects that the index does not know as they are now; none if it knows all. */
    List<String> unknown(IndexedTable table) {
        List<Looked> looked = look(table, Predicate.ALWAYS);
        return Stream.of(unindexed(table, looked), changed(table, looked), readOtherwise(table, looked))
                .filter(text -> !text.isEmpty())
                .map(text -> "of %s%d objects of the scan, %s"
                        .formatted(complete ? "the " : "the first ", objects.size(), text))
                .collect(toImmutableList());
    }

    private static String unindexed(IndexedTable table, List<Looked> looked) {
        List<ListedObject> unindexed = looked.stream()
                .filter(object -> object.verdict() instanceof ObjectVerdict.Unindexed)
                .map(Looked::object)
                .toList();
        return unindexed.isEmpty()
                ? ""
                : "%d are not indexed and are read, such as %s: %s"
                        .formatted(unindexed.size(), unindexed.getFirst().path(), table.build());
    }

    private static String changed(IndexedTable table, List<Looked> looked) {
        List<Looked> changed = stale(looked, false);
        if (changed.isEmpty()) {
            return "";
        }
        String changes = Stream.of(Change.values())
                .filter(change -> count(changed, change) > 0)
                .map(change -> "%d %s".formatted(count(changed, change), StaleText.of(change, "their")))
                .collect(joining(", "));
        return "%d have changed since they were indexed (%s) and are read, such as %s: %s"
                .formatted(changed.size(), changes, changed.getFirst().object().path(), table.build());
    }

    private static long count(List<Looked> changed, Change change) {
        return changed.stream()
                .filter(object -> ((Stale) object.verdict()).change() == change)
                .count();
    }

    /** Names what is read differently. */
    private static String readOtherwise(IndexedTable table, List<Looked> looked) {
        List<Looked> otherwise = stale(looked, true);
        if (otherwise.isEmpty()) {
            return "";
        }
        String differences = otherwise.stream()
                .map(object -> StaleText.difference(object.object().object(), (Stale) object.verdict()))
                .distinct()
                .limit(3)
                .collect(joining("; "));
        String setBack = otherwise.stream()
                .flatMap(object ->
                        StaleText.setBack(table.sqlCatalog(), object.object().object(), (Stale) object.verdict())
                                .stream())
                .distinct()
                .limit(1)
                .collect(joining());
        return "%d are read in another way than when they were indexed, so that the index cannot be used (%s). Set it back%s, or %s"
                .formatted(otherwise.size(), differences, setBack.isEmpty() ? "" : ": " + setBack, table.build());
    }

    private static List<Looked> stale(List<Looked> looked, boolean byProfile) {
        return looked.stream()
                .filter(object ->
                        object.verdict() instanceof Stale stale && (stale.change() == Change.PROFILE) == byProfile)
                .toList();
    }
}
