// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import io.skipping.index.IndexedColumn;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.value.KeyColumn;
import io.skipping.index.value.ScalarType;
import java.util.List;
import java.util.Optional;

/**
 * Defines how a store searches summaries of a type without opening them. {@link SummaryReader#compile} evaluates the
 * leaf again on the ranges that a search finds. A search may therefore find too many ranges, but must never miss one.
 */
public interface SearchForm {
    /** Returns the names of the fields that are tested. */
    List<String> fields();

    /** Returns the fields that hold boxes, if tests use {@link FieldTest.Meets}. */
    default Optional<BoxSides> boxes() {
        return Optional.empty();
    }

    /**
     * Returns whether the tests of {@link #mayMatch} are valid for a summary. If not, the search must always find its
     * range.
     *
     * @param fields one column for each of {@link IndexType#fields}
     * @param position position of the summary in the columns
     * @param rowCount rows of the range
     */
    boolean isSearchable(List<KeyColumn> fields, int position, long rowCount);

    /**
     * Returns a test that is passed by the summaries of all ranges that have a row which satisfies the leaf.
     *
     * @param columns of the index
     * @return empty if this type cannot test such a leaf
     */
    Optional<FieldTest> mayMatch(List<IndexedColumn> columns, Predicate.Leaf leaf);

    /** Returns whether values of a type have the same order and the same equality in every search engine. */
    static boolean isSearchable(ScalarType type) {
        switch (type.kind()) {
            case CHAR:
            case VARBINARY:
            case UUID:
            case OTHER:
                return false;
            case DECIMAL:
            case TIMESTAMP:
                return type.form() == ScalarType.KeyForm.LONG;
            default:
                return true;
        }
    }
}
