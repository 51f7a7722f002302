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
 * Summarises a range of a Parquet or ORC object from the footer's statistics of its row groups (or stripes), without
 * reading values.
 */
public final class FooterSummarizer {
    private FooterSummarizer() {}

    /**
     * Returns the summaries that need no values.
     *
     * @param indexTypes returns the type with a name
     * @param groups trustworthy statistics of each row group of the range; a column without them is missing in the map
     * @param rangeBytes length of the range in bytes
     * @return for indexes whose summary can be made from the statistics, the result of {@link RangeSummarizer#finish};
     *     for indexes that are not {@linkplain IndexType#isWorthReading worth reading} a column that no other index
     *     needs, a missing summary. For all other indexes, the values of the range must be read
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
