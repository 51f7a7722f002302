// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.build;

import com.google.common.collect.ImmutableMap;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.index.type.FooterStatistics;
import io.skipping.index.type.IndexType;
import io.skipping.index.type.IndexType.RangeContext;
import io.skipping.index.value.KeyColumn;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Summarises a range of a Parquet or ORC object without its values, by what the object's footer says of the row groups
 * (or stripes) in it.
 */
public final class FooterSummarizer {
    private FooterSummarizer() {}

    /**
     * @param indexTypes gives the type of a name
     * @param groups for each row group of the range, what can be trusted of it; a column of which nothing can is not in
     *     its map
     * @param rangeBytes length of the range
     * @return of those indexes for which this suffices, what {@link RangeSummarizer#finish} would give, and of those that are
     *     not {@linkplain IndexType#isWorthReading worth reading} a column for which no other index needs, that they have no
     *     summary; the values of the range must be read for the others
     */
    public static Map<IndexDefinition, List<KeyColumn>> summarize(
            List<IndexDefinition> definitions,
            Function<String, IndexType> indexTypes,
            List<Map<IndexedColumn, FooterStatistics>> groups,
            long rangeBytes) {
        ImmutableMap.Builder<IndexDefinition, List<KeyColumn>> summaries = ImmutableMap.builder();
        Map<IndexDefinition, DefinitionSummarizer> ifRead = new HashMap<>();
        Set<IndexedColumn> read = new HashSet<>();
        RangeContext range = new RangeContext(rangeBytes);
        for (IndexDefinition definition : definitions) {
            DefinitionSummarizer summarizer = new DefinitionSummarizer(
                    definition, indexTypes.apply(definition.type()), definition.columns(), range);
            if (groups.stream().allMatch(summarizer::addStatistics)) {
                summaries.put(definition, summarizer.finish());
            } else if (summarizer.isWorthReading()) {
                read.addAll(definition.columns());
            } else {
                ifRead.put(definition, summarizer);
            }
        }
        ifRead.forEach((definition, summarizer) -> {
            if (!read.containsAll(definition.columns())) {
                summaries.put(definition, summarizer.nothing());
            }
        });
        return summaries.buildKeepingLast();
    }
}
