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
 * Converts domains to statistics. Trino's readers convert footer statistics to a domain, to decide whether a query
 * needs a row group. Whatever they trust is trusted here too, so an index built from footers is as correct as a query
 * without one.
 */
public final class DomainStatistics {
    private DomainStatistics() {}

    /**
     * Returns the statistics of a column in a row group.
     *
     * @param domain contains every value of the row group, except NaNs
     */
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
