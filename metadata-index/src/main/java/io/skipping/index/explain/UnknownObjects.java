// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.explain;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.joining;

import com.google.common.collect.ImmutableList;
import io.skipping.index.LiveObject;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.snapshot.ObjectVerdict;
import io.skipping.index.snapshot.ObjectVerdict.Stale;
import io.skipping.index.snapshot.ObjectVerdict.Stale.Change;
import java.util.List;
import java.util.stream.Stream;

/** Says which objects of a scan the index does not know as they are now. */
public final class UnknownObjects {
    private final ExplainedIndex index;
    private final List<Looked> looked;
    private final boolean complete;

    /** Represents an object and what the index knows of it. */
    private record Looked(LiveObject object, ObjectVerdict verdict) {
        String path() {
            return object.version().path();
        }

        Stale stale() {
            return (Stale) verdict;
        }
    }

    private UnknownObjects(ExplainedIndex index, List<Looked> looked, boolean complete) {
        this.index = requireNonNull(index, "index is null");
        this.looked = List.copyOf(looked);
        this.complete = complete;
    }

    /**
     * Looks objects up.
     *
     * @param objects that the scan lists, or the first of them
     * @param complete whether these are all objects
     */
    public static UnknownObjects of(ExplainedIndex index, List<LiveObject> objects, boolean complete) {
        List<ObjectVerdict> verdicts = index.snapshot().plan(Predicate.ALWAYS).lookup(objects);
        ImmutableList.Builder<Looked> looked = ImmutableList.builder();
        for (int object = 0; object < objects.size(); object++) {
            looked.add(new Looked(objects.get(object), verdicts.get(object)));
        }
        return new UnknownObjects(index, looked.build(), complete);
    }

    /** Returns whether these are all objects of the scan, and all of them are read in another way than when they were indexed. */
    public boolean areAllReadOtherwise() {
        return complete && !looked.isEmpty() && stale(true).size() == looked.size();
    }

    /** Returns a line for each reason why objects are unknown; none if all are known. */
    public List<String> lines() {
        return Stream.of(unindexed(), changed(), readOtherwise())
                .filter(text -> !text.isEmpty())
                .map(text -> "of %s%d objects of the scan, %s"
                        .formatted(complete ? "the " : "the first ", looked.size(), text))
                .collect(toImmutableList());
    }

    private String unindexed() {
        List<Looked> unindexed = looked.stream()
                .filter(object -> object.verdict() instanceof ObjectVerdict.Unindexed)
                .toList();
        return unindexed.isEmpty()
                ? ""
                : "%d are not indexed and are read, such as %s: %s"
                        .formatted(unindexed.size(), unindexed.get(0).path(), build());
    }

    private String changed() {
        List<Looked> changed = stale(false);
        if (changed.isEmpty()) {
            return "";
        }
        String changes = Stream.of(Change.values())
                .filter(change -> count(changed, change) > 0)
                .map(change -> "%d %s".formatted(count(changed, change), StaleText.of(change, "their")))
                .collect(joining(", "));
        return "%d have changed since they were indexed (%s) and are read, such as %s: %s"
                .formatted(changed.size(), changes, changed.get(0).path(), build());
    }

    private static long count(List<Looked> changed, Change change) {
        return changed.stream()
                .filter(object -> object.stale().change() == change)
                .count();
    }

    /** Names what is read differently. */
    private String readOtherwise() {
        List<Looked> otherwise = stale(true);
        if (otherwise.isEmpty()) {
            return "";
        }
        String differences = otherwise.stream()
                .map(object -> StaleText.difference(object.object(), object.stale()))
                .distinct()
                .limit(3)
                .collect(joining("; "));
        String setBack = otherwise.stream()
                .flatMap(object -> index.remedies().setBack(object.object(), object.stale()).stream())
                .distinct()
                .limit(1)
                .collect(joining());
        return "%d are read in another way than when they were indexed, so that the index cannot be used (%s). Set it back%s, or %s"
                .formatted(otherwise.size(), differences, setBack.isEmpty() ? "" : ": " + setBack, build());
    }

    private String build() {
        return index.remedies().build().text();
    }

    private List<Looked> stale(boolean byProfile) {
        return looked.stream()
                .filter(object ->
                        object.verdict() instanceof Stale stale && (stale.change() == Change.PROFILE) == byProfile)
                .toList();
    }
}
