// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import io.skipping.index.IndexedColumn;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.predicate.Verdict;
import java.util.Arrays;
import java.util.List;

/** What opened summaries say of a leaf. */
public final class RecordedVerdicts implements LeafVerdicts {
    private final List<IndexedColumn> columns;
    private final Verdict[] verdicts;

    private RecordedVerdicts(List<IndexedColumn> columns, int size) {
        this.columns = columns;
        this.verdicts = new Verdict[size];
        Arrays.fill(verdicts, Verdict.MAY_MATCH);
    }

    /**
     * @param columns of the index
     * @param size number of ranges
     */
    public static Verdict[] of(SummaryColumn summaries, List<IndexedColumn> columns, int size, Predicate.Leaf leaf) {
        RecordedVerdicts recorded = new RecordedVerdicts(columns, size);
        summaries.evaluate(leaf, recorded);
        return recorded.verdicts;
    }

    @Override
    public List<IndexedColumn> columns() {
        return columns;
    }

    @Override
    public int from() {
        return 0;
    }

    @Override
    public int to() {
        return verdicts.length;
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
