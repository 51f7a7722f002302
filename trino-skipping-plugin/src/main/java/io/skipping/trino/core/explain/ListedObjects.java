// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.explain;

import com.google.common.collect.ImmutableList;
import io.skipping.index.LiveObject;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.snapshot.ObjectVerdict;
import java.util.List;

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

    List<LiveObject> live() {
        return objects.stream().map(ListedObject::object).toList();
    }

    /** Returns each object with what the index proves of it. */
    List<Looked> look(IndexedTable table, Predicate predicate) {
        List<ObjectVerdict> verdicts = table.snapshot().plan(predicate).lookup(live());
        ImmutableList.Builder<Looked> looked = ImmutableList.builder();
        for (int object = 0; object < objects.size(); object++) {
            looked.add(new Looked(objects.get(object), verdicts.get(object)));
        }
        return looked.build();
    }
}
