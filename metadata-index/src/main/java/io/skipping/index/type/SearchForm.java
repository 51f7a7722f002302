// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import io.skipping.index.IndexedColumn;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.value.KeyColumn;
import io.skipping.index.value.ScalarType;
import java.util.List;
import java.util.Optional;

/**
 * How summaries of a type are searched where they are kept, without being opened. What a search finds is looked at again by
 * {@link SummaryReader#compile}; so a search may find too much, and must not find too little.
 */
public interface SearchForm {
    /** The fields that are tested, by name. */
    List<String> fields();

    /** Those of the fields that are boxes, if {@link FieldTest.Meets} asks for them. */
    default Optional<BoxSides> boxes() {
        return Optional.empty();
    }

    /**
     * Returns whether a summary can be searched: what {@link #mayMatch} says of it holds. If not, it is always found.
     *
     * @param fields of {@link IndexType#fields}, one column each
     * @param rowCount rows of the range
     */
    boolean isSearchable(List<KeyColumn> fields, int position, long rowCount);

    /**
     * Returns a test that is passed by the summaries of all ranges that have a row which satisfies the leaf.
     *
     * @param columns of the index
     * @return empty if nothing can be said
     */
    Optional<FieldTest> mayMatch(List<IndexedColumn> columns, Predicate.Leaf leaf);

    /** Returns whether values of a type have the same order, and the same equality, in every search engine. */
    static boolean isSearchable(ScalarType type) {
        switch (type.kind()) {
            case CHAR:
            case VARBINARY:
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
