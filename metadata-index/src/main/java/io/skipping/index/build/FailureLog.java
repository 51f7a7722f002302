// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.build;

import static java.lang.System.Logger.Level.WARNING;

import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import java.time.Duration;
import java.util.List;

/**
 * Logs which indexes cannot be summarised. A failure for one range mostly recurs for all, and a table may have a
 * million of them, so each index is logged at most once a minute.
 */
final class FailureLog {
    private static final System.Logger log = System.getLogger(RangeSummarizer.class.getName());

    private static final Cache<String, Boolean> RECENT = CacheBuilder.newBuilder()
            .expireAfterWrite(Duration.ofMinutes(1))
            .maximumSize(1000)
            .build();

    private FailureLog() {}

    static void failed(IndexDefinition definition, Throwable failure) {
        if (isNew(definition)) {
            log.log(
                    WARNING,
                    "Index %s has no summary of some ranges, so queries cannot prune these ranges by it: its index type failed"
                            .formatted(definition.name()),
                    failure);
        }
    }

    static void missingColumns(IndexDefinition definition, List<IndexedColumn> readColumns) {
        if (isNew(definition)) {
            log.log(
                    WARNING,
                    "Index %s has no summary of some ranges: not all of its columns %s are among those read, %s"
                            .formatted(definition.name(), definition.columns(), readColumns));
        }
    }

    private static boolean isNew(IndexDefinition definition) {
        return RECENT.asMap().putIfAbsent(definition.toString(), true) == null;
    }
}
