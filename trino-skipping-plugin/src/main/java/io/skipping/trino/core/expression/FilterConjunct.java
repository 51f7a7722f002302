// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.expression;

import static java.util.Objects.requireNonNull;

import io.skipping.index.IndexedColumn;
import io.skipping.index.predicate.Predicate;
import java.util.Optional;

/**
 * Represents one conjunct of a scan's filter, as users want to know of it.
 *
 * @param text the conjunct in words like SQL's
 * @param predicate what an index may decide of it; {@link Predicate#UNKNOWN} if the condition cannot be translated
 * @param tested the column whose known values the engine tests while the query runs, if there is one
 */
public record FilterConjunct(String text, Predicate predicate, Optional<IndexedColumn> tested) {
    /** Long lists and texts are of no use to a reader. */
    private static final int LONGEST = 200;

    private static final String CUT = "…";

    public FilterConjunct {
        text = text.length() > LONGEST ? text.substring(0, LONGEST) + CUT : text;
        requireNonNull(predicate, "predicate is null");
        requireNonNull(tested, "tested is null");
    }

    /** Returns what a condition on one column, as the engine splits it off, means. */
    public static FilterConjunct ofDomain(String column, Predicate predicate) {
        return new FilterConjunct(SetText.of(column, predicate), predicate, Optional.empty());
    }

    /** Returns a conjunct of which nothing but the text is known, and what the engine tests. */
    public static FilterConjunct unreadable(String text, Optional<IndexedColumn> tested) {
        return new FilterConjunct(text, Predicate.UNKNOWN, tested);
    }

    /** Returns the same conjunct with another predicate. */
    public FilterConjunct with(Predicate other) {
        return new FilterConjunct(text, other, tested);
    }

    /** Returns whether the end of the text is missing, perhaps that of a literal. */
    public boolean isCut() {
        return text.length() == LONGEST + CUT.length();
    }

    /** Returns whether an index may decide the conjunct, whatever is indexed. */
    public boolean isTranslated() {
        return predicate.mayBeDecided();
    }
}
