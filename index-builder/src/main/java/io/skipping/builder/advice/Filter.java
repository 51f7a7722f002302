// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder.advice;

import java.util.Optional;
import java.util.Set;

/**
 * Describes a conjunct of a query's filter on one table.
 *
 * @param text the conjunct as SQL over the table's columns
 * @param test the same without BETWEEN, which Trino 483 cannot plan inside TRY if what it compares is computed
 * @param columns names of the columns that it is over, in lower case
 * @param undecidable why no index decides it, as a clause for people; empty if one may
 */
public record Filter(String text, String test, Set<String> columns, Optional<String> undecidable) {
    public Filter {
        columns = Set.copyOf(columns);
    }
}
