// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import com.google.common.collect.ImmutableMap;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.predicate.Verdict;
import io.skipping.index.value.ColumnBuilder;
import io.skipping.index.value.Key;
import io.skipping.index.value.KeyColumn;
import io.skipping.index.value.KeyRange;
import io.skipping.index.value.KeySet;
import io.skipping.index.value.PlainValues;
import io.skipping.index.value.ScalarType;
import io.skipping.index.value.ValueVector;
import io.skipping.index.value.Vectors;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Ranges of one column, named by the state of their statistics, and what an index says of them. Values are {@link PlainValues}.
 */
public final class RangeFixture {
    private final IndexType indexType;
    private final IndexDefinition definition;
    private final Map<String, List<KeyColumn>> summaries = new LinkedHashMap<>();
    private final List<Long> rowCounts = new ArrayList<>();

    /** @param indexType whose name need not be known otherwise */
    public RangeFixture(IndexType indexType, ScalarType type, Map<String, String> options) {
        this.indexType = indexType;
        this.definition =
                new IndexDefinition(indexType.name(), List.of(new IndexedColumn("c", type, "first column")), options);
        indexType.check(List.of(type), options);
    }

    public RangeFixture(String indexType, ScalarType type, Map<String, String> options) {
        this(IndexTypes.load(RangeFixture.class.getClassLoader()).get(indexType), type, options);
    }

    public RangeFixture(String indexType, ScalarType type) {
        this(indexType, type, ImmutableMap.of());
    }

    public ScalarType type() {
        return column().type();
    }

    public IndexedColumn column() {
        return definition.columns().get(0);
    }

    public Key key(Object value) {
        return PlainValues.key(type(), value);
    }

    /** A range of these values; null is NULL. */
    public RangeFixture range(String name, Object... values) {
        return batches(name, List.of(Vectors.of(type(), Arrays.asList(values))));
    }

    /** The same, from a vector that lists each value once. */
    public RangeFixture dictionary(String name, Object... values) {
        return batches(name, List.of(Vectors.dictionary(type(), Arrays.asList(values))));
    }

    /** A range whose rows all have one value, or are all NULL. */
    public RangeFixture constant(String name, Object value, int rows) {
        return batches(name, List.of(Vectors.constant(type(), value, rows)));
    }

    /** A range of several batches of rows. */
    public RangeFixture batches(String name, List<ValueVector> batches) {
        Summarizer summarizer = summarizer();
        batches.forEach(batch -> summarizer.add(List.of(batch)));
        return summarized(
                name, batches.stream().mapToLong(ValueVector::rowCount).sum(), Summaries.finish(summarizer, fields()));
    }

    /** A range that was not read, but whose statistics were found in a footer. */
    public RangeFixture footer(String name, FooterStatistics statistics) {
        Summarizer summarizer = summarizer();
        if (!summarizer.addStatistics(List.of(statistics))) {
            return noStats(name, statistics.rows());
        }
        return summarized(name, statistics.rows(), Summaries.finish(summarizer, fields()));
    }

    /** A range without a summary. */
    public RangeFixture noStats(String name, long rows) {
        SummaryWriter writer = new SummaryWriter(fields());
        writer.appendNothing();
        return summarized(name, rows, writer.build());
    }

    /** A range of one row with this summary: the first field, and perhaps others; those left out are NULL. */
    public RangeFixture kept(String name, Object... summary) {
        return summarized(name, 1, columns(summary));
    }

    /** A range with this summary. */
    public RangeFixture keptRows(String name, long rows, Object... summary) {
        return summarized(name, rows, columns(summary));
    }

    private List<KeyColumn> columns(Object... summary) {
        List<KeyColumn> columns = new ArrayList<>();
        for (int i = 0; i < fields().size(); i++) {
            SummaryField field = fields().get(i);
            Object value = i < summary.length ? summary[i] : null;
            columns.add(PlainValues.column(field.type(), field.isList(), Collections.singletonList(value)));
        }
        return columns;
    }

    /** A range of which this summary was made. */
    public RangeFixture summarized(String name, long rows, List<KeyColumn> summary) {
        summaries.put(name, summary);
        rowCounts.add(rows);
        return this;
    }

    /** One that has taken in nothing yet. */
    public Summarizer summarizer() {
        return indexType.summarizer(List.of(type()), definition.options(), new IndexType.RangeContext(1 << 20));
    }

    public List<SummaryField> fields() {
        return indexType.fields(List.of(type()));
    }

    /** Returns one field of a range's summary: a {@link Key}, a list of them, or null for NULL. */
    public Object field(String range, String field) {
        for (int i = 0; i < fields().size(); i++) {
            if (fields().get(i).name().equals(field)) {
                return PlainValues.read(summaries.get(range).get(i), 0);
            }
        }
        throw new IllegalArgumentException(field);
    }

    /** Returns the whole summary of a range, as {@link #field} does each field. */
    public List<Object> summary(String range) {
        List<Object> values = new ArrayList<>();
        summaries.get(range).forEach(column -> values.add(PlainValues.read(column, 0)));
        return values;
    }

    /** Returns the number of a range in what {@link #open} gives. */
    public int number(String range) {
        return List.copyOf(summaries.keySet()).indexOf(range);
    }

    public String describe(String range) {
        return open().describe(number(range));
    }

    /** What is said of each range. */
    public Map<String, Verdict> evaluate(Predicate.Leaf leaf) {
        Verdict[] verdicts = RecordedVerdicts.of(open(), definition.columns(), summaries.size(), leaf);
        Map<String, Verdict> named = new LinkedHashMap<>();
        List<String> names = List.copyOf(summaries.keySet());
        for (int range = 0; range < verdicts.length; range++) {
            named.put(names.get(range), verdicts[range]);
        }
        return named;
    }

    public Map<String, Verdict> in(KeySet values) {
        return evaluate(new Predicate.InSet(column(), values));
    }

    public Map<String, Verdict> in(KeyRange... ranges) {
        return in(KeySet.of(type(), Arrays.asList(ranges)).orElseThrow());
    }

    /** That the value is one of some. */
    public Map<String, Verdict> anyOf(Object... values) {
        return in(Stream.of(values).map(value -> KeyRange.of(key(value))).toArray(KeyRange[]::new));
    }

    public Map<String, Verdict> equal(Object value) {
        return in(KeyRange.of(key(value)));
    }

    public Map<String, Verdict> notEqual(Object value) {
        return in(KeyRange.lessThan(key(value)), KeyRange.greaterThan(key(value)));
    }

    public Map<String, Verdict> lessThan(Object value) {
        return in(KeyRange.lessThan(key(value)));
    }

    public Map<String, Verdict> greaterThan(Object value) {
        return in(KeyRange.greaterThan(key(value)));
    }

    public Map<String, Verdict> atLeast(Object value) {
        return in(KeyRange.atLeast(key(value)));
    }

    public Map<String, Verdict> isNull() {
        return evaluate(new Predicate.IsNull(column()));
    }

    public Map<String, Verdict> isNotNull() {
        return in(KeySet.all(type()));
    }

    /** Returns a reader of all ranges. */
    public SummaryReader open() {
        List<ColumnBuilder> builders = fields().stream()
                .map(field -> ColumnBuilder.of(field.type(), field.isList()))
                .toList();
        for (List<KeyColumn> summary : summaries.values()) {
            for (int field = 0; field < builders.size(); field++) {
                builders.get(field).append(summary.get(field), 0);
            }
        }
        return indexType.open(
                List.of(type()),
                indexType.version(),
                new SummaryVectors(
                        summaries.size(),
                        rowCounts.stream().mapToLong(Long::longValue).toArray(),
                        builders.stream().map(ColumnBuilder::build).toList()));
    }
}
