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
 * A condition on the fields of a summary, in words that every search engine and database has, so that it can be tested
 * where summaries are kept.
 */
public sealed interface FieldTest {
    /** Passed by every summary. */
    FieldTest ALWAYS = new All(List.of());
    /** Passed by none. */
    FieldTest NEVER = new Any(List.of());

    /** All tests are passed. */
    record All(List<FieldTest> tests) implements FieldTest {
        public All {
            tests = ImmutableList.copyOf(tests);
        }
    }

    /** Some test is passed. */
    record Any(List<FieldTest> tests) implements FieldTest {
        public Any {
            tests = ImmutableList.copyOf(tests);
        }
    }

    /**
     * The field's value, or if it is an array one of its elements, lies between bounds. A field that is NULL, or an empty
     * array, does not pass.
     *
     * @param low key of the type of the field, or of its elements; empty if there is no lower bound
     */
    record Between(String field, Optional<Key> low, boolean lowInclusive, Optional<Key> high, boolean highInclusive)
            implements FieldTest {
        public Between {
            requireNonNull(field, "field is null");
            checkArgument(low.isPresent() || high.isPresent(), "no bound");
        }
    }

    /**
     * One of the boxes of the summary has a point in common with a box.
     *
     * @param boxes of the summary
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
