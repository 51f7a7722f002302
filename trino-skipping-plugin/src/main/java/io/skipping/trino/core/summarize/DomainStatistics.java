// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.summarize;

import io.skipping.index.type.FooterStatistics;
import io.skipping.index.value.Key;
import io.skipping.trino.core.value.TrinoKeys;
import io.trino.spi.predicate.Domain;
import io.trino.spi.predicate.Range;
import io.trino.spi.predicate.ValueSet;
import io.trino.spi.type.BooleanType;
import java.util.Optional;

/**
 * Trino's readers make a domain of what a footer says of a column, to see whether a query wants any of a row group. What
 * they trust so is trusted here too: then an index made of footers is as right as a query that has none.
 */
public final class DomainStatistics {
    private DomainStatistics() {}

    /** @param domain holds every value of the row group, except NaNs */
    public static FooterStatistics of(long rows, long nulls, Domain domain) {
        ValueSet values = domain.getValues();
        if (nulls == rows || values.isNone()) {
            return new FooterStatistics(rows, nulls, Optional.empty(), Optional.empty());
        }
        if (values.isAll() && values.getType() == BooleanType.BOOLEAN) {
            return new FooterStatistics(rows, nulls, Optional.of(Key.of(false)), Optional.of(Key.of(true)));
        }
        Range span = values.getRanges().getSpan();
        return new FooterStatistics(
                rows,
                nulls,
                span.getLowValue().map(value -> TrinoKeys.key(values.getType(), value)),
                span.getHighValue().map(value -> TrinoKeys.key(values.getType(), value)));
    }
}
