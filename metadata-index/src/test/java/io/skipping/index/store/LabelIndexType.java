// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.joining;

import io.skipping.index.IndexedColumn;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.type.IndexType;
import io.skipping.index.type.Matcher;
import io.skipping.index.type.Summarizer;
import io.skipping.index.type.SummaryBlocks;
import io.skipping.index.type.SummaryField;
import io.skipping.index.type.SummaryReader;
import io.trino.spi.block.Block;
import io.trino.spi.type.Type;
import io.trino.testing.TestingConnectorSession;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** An index type for tests: keeps given fields, proves nothing, and describes a summary by all its values. */
public record LabelIndexType(String name, List<SummaryField> labels) implements IndexType {
    public LabelIndexType {
        requireNonNull(name, "name is null");
        labels = List.copyOf(labels);
    }

    @Override
    public String description() {
        return "For tests";
    }

    @Override
    public void check(List<Type> columns, Map<String, String> options) {}

    @Override
    public List<SummaryField> fields(List<Type> columns) {
        return labels;
    }

    @Override
    public Summarizer summarizer(List<Type> columns, Map<String, String> options, RangeContext range) {
        throw new UnsupportedOperationException();
    }

    @Override
    public SummaryReader open(List<Type> columns, SummaryBlocks summaries) {
        return new SummaryReader() {
            @Override
            public Optional<Matcher> compile(List<IndexedColumn> columns, Predicate.Leaf leaf) {
                return Optional.empty();
            }

            @Override
            public String describe(int range) {
                return LabelIndexType.this.describe(summaries.fields(), range);
            }

            @Override
            public long retainedBytes() {
                return 0;
            }
        };
    }

    /** All values at a position, exactly. */
    public String describe(List<Block> fields, int position) {
        List<String> values = new ArrayList<>();
        for (int field = 0; field < fields.size(); field++) {
            values.add(String.valueOf(labels.get(field)
                    .type()
                    .getObjectValue(TestingConnectorSession.SESSION, fields.get(field), position)));
        }
        return values.stream().collect(joining("|", "<", ">"));
    }
}
