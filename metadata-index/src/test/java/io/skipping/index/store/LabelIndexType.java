// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.joining;

import io.skipping.index.IndexedColumn;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.type.IndexType;
import io.skipping.index.type.Matcher;
import io.skipping.index.type.Summarizer;
import io.skipping.index.type.SummaryField;
import io.skipping.index.type.SummaryReader;
import io.skipping.index.type.SummaryVectors;
import io.skipping.index.value.KeyColumn;
import io.skipping.index.value.ScalarType;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * An index type for tests: keeps given fields, proves nothing, and describes a summary by all its values.
 *
 * @param version of what it writes; from 2 on a summary's description begins with its version
 * @param read versions that it reads
 */
public record LabelIndexType(String name, List<SummaryField> labels, int version, Set<Integer> read)
        implements IndexType {
    public LabelIndexType {
        requireNonNull(name, "name is null");
        labels = List.copyOf(labels);
        read = Set.copyOf(read);
    }

    public LabelIndexType(String name, List<SummaryField> labels) {
        this(name, labels, 1, Set.of(1));
    }

    @Override
    public String description() {
        return "For tests";
    }

    @Override
    public boolean reads(int version) {
        return read.contains(version);
    }

    @Override
    public void check(List<ScalarType> columns, Map<String, String> options) {}

    @Override
    public List<SummaryField> fields(List<ScalarType> columns) {
        return labels;
    }

    @Override
    public Summarizer summarizer(List<ScalarType> columns, Map<String, String> options, RangeContext range) {
        throw new UnsupportedOperationException();
    }

    @Override
    public SummaryReader open(List<ScalarType> columns, int version, SummaryVectors summaries) {
        return new SummaryReader() {
            @Override
            public Optional<Matcher> compile(List<IndexedColumn> columns, Predicate.Leaf leaf) {
                return Optional.empty();
            }

            @Override
            public String describe(int range) {
                return (version == 1 ? "" : "v" + version) + LabelIndexType.this.describe(summaries.fields(), range);
            }

            @Override
            public long retainedBytes() {
                return 0;
            }
        };
    }

    /** All values at a position, exactly. */
    public String describe(List<KeyColumn> fields, int position) {
        return fields.stream().map(field -> SampleValues.value(field, position)).collect(joining("|", "<", ">"));
    }
}
