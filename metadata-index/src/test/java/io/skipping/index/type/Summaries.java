// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import static com.google.common.base.Preconditions.checkState;

import io.skipping.index.IndexDefinition;
import io.skipping.index.value.KeyColumn;
import io.skipping.index.value.ScalarType;
import io.skipping.index.value.ValueVector;
import java.util.List;

/** Summarises values in tests; {@link io.skipping.index.value.Vectors} makes the vectors. */
public final class Summaries {
    private Summaries() {}

    /**
     * One range's summary: a column of one position for each field.
     *
     * @param batches for each batch of rows, a vector for each column of the definition
     */
    public static List<KeyColumn> summarize(
            IndexDefinition definition, IndexTypes types, List<List<ValueVector>> batches, long rangeBytes) {
        return finish(
                summarizer(definition, types, batches, new IndexType.RangeContext(rangeBytes)),
                types.get(definition.type()).fields(IndexTypes.columnTypes(definition)));
    }

    /** One that has taken in values. */
    public static Summarizer summarizer(
            IndexDefinition definition,
            IndexTypes types,
            List<List<ValueVector>> batches,
            IndexType.RangeContext range) {
        IndexType type = types.get(definition.type());
        List<ScalarType> columns = IndexTypes.columnTypes(definition);
        type.check(columns, definition.options());
        Summarizer summarizer = type.summarizer(columns, definition.options(), range);
        batches.forEach(summarizer::add);
        return summarizer;
    }

    public static List<KeyColumn> finish(Summarizer summarizer, List<SummaryField> fields) {
        SummaryWriter writer = new SummaryWriter(fields);
        summarizer.finish(writer);
        checkState(writer.isComplete(), "a field has not got exactly one value");
        return writer.build();
    }
}
