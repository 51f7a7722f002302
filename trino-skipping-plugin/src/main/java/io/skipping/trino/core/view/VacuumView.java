// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.view;

import static io.trino.spi.type.BigintType.BIGINT;
import static io.trino.spi.type.VarcharType.VARCHAR;

import com.google.common.collect.ImmutableList;
import io.airlift.slice.Slice;
import io.airlift.units.Duration;
import io.skipping.index.store.TableIndex.VacuumResult;
import io.skipping.trino.core.page.RowWriter;
import io.trino.spi.StandardErrorCode;
import io.trino.spi.TrinoException;
import io.trino.spi.predicate.Domain;
import io.trino.spi.predicate.TupleDomain;

/**
 * Shows in {@code "t$vacuum"} what {@code vacuum_index} would delete: {@code SELECT * FROM "t$vacuum" WHERE older_than
 * = '2h'}.
 */
public final class VacuumView extends IndexView {
    private static final int OLDER_THAN = 0;
    /** The default of the procedure. */
    private static final String DEFAULT_AGE = "1h";

    public VacuumView() {
        super(
                "$vacuum",
                ImmutableList.of(
                        column("older_than", VARCHAR), column("file", VARCHAR), column("total_bytes", BIGINT)));
    }

    @Override
    boolean showsValues() {
        return false;
    }

    @Override
    void write(Question question, RowWriter rows) {
        String age = age(question.constraint());
        VacuumResult result = question.index().vacuum(duration(age).toJavaTime(), true);
        result.files().forEach(file -> rows.add(age, file, result.bytes()));
    }

    private static Duration duration(String age) {
        try {
            return Duration.valueOf(age);
        } catch (IllegalArgumentException e) {
            throw new TrinoException(
                    StandardErrorCode.INVALID_ARGUMENTS,
                    "older_than must be a duration such as '1h', not '%s'".formatted(age),
                    e);
        }
    }

    private static String age(TupleDomain<Integer> constraint) {
        return constraint
                .getDomains()
                .map(domains -> domains.get(OLDER_THAN))
                .filter(Domain::isSingleValue)
                .map(domain -> ((Slice) domain.getSingleValue()).toStringUtf8())
                .orElse(DEFAULT_AGE);
    }
}
