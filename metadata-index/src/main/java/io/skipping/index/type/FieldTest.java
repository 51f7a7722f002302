// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import static com.google.common.base.Preconditions.checkArgument;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import io.skipping.index.predicate.InBoxes.Box;
import io.skipping.index.value.Key;
import java.util.List;
import java.util.Optional;

/**
 * Describes a condition on the fields of a summary that every search engine and database can express, so that it can be tested in
 * the store that keeps the summaries.
 */
public sealed interface FieldTest {
    /** Passed by every summary. */
    FieldTest ALWAYS = new All(List.of());
    /** Passed by no summary. */
    FieldTest NEVER = new Any(List.of());

    /** Passed if all tests are passed. */
    record All(List<FieldTest> tests) implements FieldTest {
        public All {
            tests = ImmutableList.copyOf(tests);
        }
    }

    /** Passed if at least one test is passed. */
    record Any(List<FieldTest> tests) implements FieldTest {
        public Any {
            tests = ImmutableList.copyOf(tests);
        }
    }

    /**
     * Passed if the field's value, or an element of the field if it is an array, lies between the bounds. A NULL field
     * and an empty array do not pass.
     *
     * @param low key of the type of the field, or of its elements; empty if there is no lower bound
     * @param high key of the type of the field, or of its elements; empty if there is no upper bound
     */
    record Between(String field, Optional<Key> low, boolean lowInclusive, Optional<Key> high, boolean highInclusive)
            implements FieldTest {
        public Between {
            requireNonNull(field, "field is null");
            checkArgument(low.isPresent() || high.isPresent(), "no bound");
        }
    }

    /**
     * Passed if a box of the summary has a point in common with the given box.
     *
     * @param boxes fields of the summary that hold its boxes
     */
    record Meets(BoxSides boxes, Box box) implements FieldTest {
        public Meets {
            requireNonNull(boxes, "boxes is null");
            requireNonNull(box, "box is null");
        }
    }

    static Between atLeast(String field, Key low) {
        return new Between(field, Optional.of(low), true, Optional.empty(), false);
    }

    static Between atMost(String field, Key high) {
        return new Between(field, Optional.empty(), false, Optional.of(high), true);
    }

    static Between equal(String field, Key value) {
        return new Between(field, Optional.of(value), true, Optional.of(value), true);
    }
}
