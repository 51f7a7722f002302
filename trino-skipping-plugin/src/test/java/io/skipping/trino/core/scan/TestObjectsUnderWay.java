// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.scan;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import io.skipping.index.predicate.Predicate;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.testng.annotations.Test;

public class TestObjectsUnderWay {
    private final List<OptionalLong> asked = new ArrayList<>();

    private List<OptionalLong> tags(ObjectsUnderWay<OptionalLong> objects, ScanUnit... units) {
        return objects.of(List.of(units), unknown -> {
            List<OptionalLong> found = unknown.stream()
                    .map(unit -> unit.object().version().tag())
                    .collect(ImmutableList.toImmutableList());
            asked.addAll(found);
            return found;
        });
    }

    /** Checks that what is known of a file of Iceberg is not used for another of its path, which was put in its place later. */
    @Test
    public void testFilesOfOnePathThatManifestsTellApart() {
        asked.clear();
        ObjectsUnderWay<OptionalLong> objects = new ObjectsUnderWay<>(_ -> "basis");
        ScanUnit first = FakeUnits.unit("file", 0, 1, Predicate.ALWAYS, true);
        ScanUnit later = FakeUnits.unit("file", 0, 3, Predicate.ALWAYS, true);
        assertThat(tags(objects, FakeUnits.firstHalf(first), FakeUnits.firstHalf(later)))
                .containsExactly(OptionalLong.of(1), OptionalLong.of(3));
        assertThat(tags(objects, FakeUnits.secondHalf(later), FakeUnits.secondHalf(first)))
                .containsExactly(OptionalLong.of(3), OptionalLong.of(1));
        assertThat(asked).as("files that were looked up").containsExactly(OptionalLong.of(1), OptionalLong.of(3));
    }

    /** Checks that the rest of an object keeps its value, if a later page of the listing has another tag. */
    @Test
    public void testListedObjectsKeepTheirValues() {
        asked.clear();
        ObjectsUnderWay<OptionalLong> objects = new ObjectsUnderWay<>(_ -> "basis");
        assertThat(tags(objects, FakeUnits.firstHalf(FakeUnits.unit("object", 1000, 1, Predicate.ALWAYS, true))))
                .containsExactly(OptionalLong.of(1));
        assertThat(tags(objects, FakeUnits.secondHalf(FakeUnits.unit("object", 1000, 2, Predicate.ALWAYS, true))))
                .containsExactly(OptionalLong.of(1));
    }
}
