// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.querylog;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.skipping.index.predicate.Predicate;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * Reports a scan to event listeners: what the stock connector reports, and the query's conditions on columns. The server also
 * writes it as JSON into its query information, so it must be small.
 *
 * @param ofStock what the stock connector reports; in JSON, its properties stand beside the conditions
 * @param conditions by the names of the index's columns
 */
public record ScanInfo(@JsonUnwrapped Object ofStock, Map<String, ColumnCondition> conditions) {
    public ScanInfo {
        requireNonNull(ofStock, "ofStock is null");
        conditions = Collections.unmodifiableMap(new TreeMap<>(conditions));
    }

    /** Derives the conditions on single columns from the constraint of a scan. */
    public ScanInfo(Object ofStock, Predicate demand) {
        this(ofStock, Conditions.of(demand));
    }
}
