// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import io.skipping.index.IndexedColumn;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.predicate.Verdict;
import java.util.Arrays;
import java.util.List;

/** What opened summaries say of a leaf. */
public final class RecordedVerdicts implements Verdicts {
    private final Verdict[] verdicts;

    private RecordedVerdicts(int size) {
        this.verdicts = new Verdict[size];
        Arrays.fill(verdicts, Verdict.MAY_MATCH);
    }

    /**
     * @param columns of the index
     * @param size number of ranges
     */
    public static Verdict[] of(SummaryReader summaries, List<IndexedColumn> columns, int size, Predicate.Leaf leaf) {
        RecordedVerdicts recorded = new RecordedVerdicts(size);
        summaries.compile(columns, leaf).ifPresent(matcher -> matcher.match(0, size, recorded));
        return recorded.verdicts;
    }

    @Override
    public void cannotMatch(int range) {
        verdicts[range] = Verdict.CANNOT_MATCH;
    }

    @Override
    public void mustMatch(int range) {
        verdicts[range] = Verdict.MUST_MATCH;
    }

    @Override
    public boolean isDecided(int range) {
        return false;
    }
}
