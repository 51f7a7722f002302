// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.type;

import com.google.common.collect.ImmutableMap;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.index.predicate.Predicate;
import io.skipping.index.predicate.Verdict;
import io.trino.spi.block.Block;
import io.trino.spi.block.BlockBuilder;
import io.trino.spi.predicate.Range;
import io.trino.spi.predicate.ValueSet;
import io.trino.spi.type.Type;
import io.trino.spi.type.TypeUtils;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Ranges of one column, named by the state of their statistics, and what an index says of them. */
final class RangeFixture {
    private final IndexTypes indexTypes = IndexTypes.load(RangeFixture.class.getClassLoader());
    private final IndexDefinition definition;
    private final Map<String, List<Block>> summaries = new LinkedHashMap<>();
    private final List<Long> rowCounts = new ArrayList<>();

    RangeFixture(String indexType, Type type, Map<String, String> options) {
        this.definition =
                new IndexDefinition(indexType, List.of(new IndexedColumn("c", type, "first column")), options);
    }

    RangeFixture(String indexType, Type type) {
        this(indexType, type, ImmutableMap.of());
    }

    Type type() {
        return column().type();
    }

    IndexedColumn column() {
        return definition.columns().getFirst();
    }

    /** A range of these values, in native representation; null is NULL. */
    RangeFixture range(String name, Object... values) {
        Block block = Summaries.block(type(), Arrays.asList(values));
        return summarized(
                name, values.length, Summaries.summarize(definition, indexTypes, List.of(List.of(block)), 1 << 20));
    }

    /** A range that was not read, but whose statistics were found in a footer. */
    RangeFixture footer(String name, FooterStatistics statistics) {
        IndexType indexType = indexTypes.get(definition.type());
        Summarizer summarizer =
                indexType.summarizer(List.of(type()), definition.options(), new IndexType.RangeContext(1 << 20));
        if (!summarizer.addStatistics(List.of(statistics))) {
            return noStats(name, statistics.rows());
        }
        return summarized(name, statistics.rows(), Summaries.finish(summarizer, indexType.fields(List.of(type()))));
    }

    /** A range without a summary. */
    RangeFixture noStats(String name, long rows) {
        return summarized(
                name,
                rows,
                fields().stream()
                        .map(field -> Summaries.block(field.type(), new Object[] {null}))
                        .toList());
    }

    /** A range of one row with this summary, of one field. */
    RangeFixture kept(String name, Object field) {
        return summarized(name, 1, List.of(Summaries.block(fields().getFirst().type(), field)));
    }

    private RangeFixture summarized(String name, long rows, List<Block> summary) {
        summaries.put(name, summary);
        rowCounts.add(rows);
        return this;
    }

    private List<SummaryField> fields() {
        return indexTypes.get(definition.type()).fields(List.of(type()));
    }

    /** One field of a range's summary in native representation; null is NULL. */
    Object field(String range, String field) {
        for (int i = 0; i < fields().size(); i++) {
            if (fields().get(i).name().equals(field)) {
                return TypeUtils.readNativeValue(
                        fields().get(i).type(), summaries.get(range).get(i), 0);
            }
        }
        throw new IllegalArgumentException(field);
    }

    String describe(String range) {
        return open().describe(List.copyOf(summaries.keySet()).indexOf(range));
    }

    /** What is said of each range. */
    Map<String, Verdict> evaluate(Predicate.Leaf leaf) {
        Verdict[] verdicts = RecordedVerdicts.of(open(), definition.columns(), summaries.size(), leaf);
        Map<String, Verdict> named = new LinkedHashMap<>();
        List<String> names = List.copyOf(summaries.keySet());
        for (int range = 0; range < verdicts.length; range++) {
            named.put(names.get(range), verdicts[range]);
        }
        return named;
    }

    Map<String, Verdict> in(ValueSet values) {
        return evaluate(new Predicate.InSet(column(), values));
    }

    Map<String, Verdict> equal(Object value) {
        return in(ValueSet.of(type(), value));
    }

    Map<String, Verdict> notEqual(Object value) {
        return in(ValueSet.ofRanges(Range.lessThan(type(), value), Range.greaterThan(type(), value)));
    }

    Map<String, Verdict> lessThan(Object value) {
        return in(ValueSet.ofRanges(Range.lessThan(type(), value)));
    }

    Map<String, Verdict> greaterThan(Object value) {
        return in(ValueSet.ofRanges(Range.greaterThan(type(), value)));
    }

    Map<String, Verdict> atLeast(Object value) {
        return in(ValueSet.ofRanges(Range.greaterThanOrEqual(type(), value)));
    }

    Map<String, Verdict> isNull() {
        return evaluate(new Predicate.IsNull(column()));
    }

    Map<String, Verdict> isNotNull() {
        return in(ValueSet.all(type()));
    }

    private SummaryReader open() {
        List<BlockBuilder> builders = fields().stream()
                .map(field -> field.type().createBlockBuilder(null, summaries.size()))
                .toList();
        for (List<Block> summary : summaries.values()) {
            for (int field = 0; field < builders.size(); field++) {
                Block block = summary.get(field);
                if (block.isNull(0)) {
                    builders.get(field).appendNull();
                } else {
                    builders.get(field).append(block.getUnderlyingValueBlock(), block.getUnderlyingValuePosition(0));
                }
            }
        }
        return indexTypes
                .get(definition.type())
                .open(
                        List.of(type()),
                        new SummaryBlocks(
                                summaries.size(),
                                rowCounts.stream().mapToLong(Long::longValue).toArray(),
                                builders.stream().map(BlockBuilder::build).toList()));
    }
}
