// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.metadata;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static com.google.common.collect.ImmutableMap.toImmutableMap;
import static java.util.Comparator.comparing;

import com.google.common.collect.ImmutableList;
import io.skipping.index.IndexedColumn;
import io.skipping.index.predicate.Predicate;
import io.skipping.trino.core.engine.EngineFilter;
import io.skipping.trino.core.engine.UnreadableCondition;
import io.skipping.trino.core.expression.ExpressionTranslator;
import io.skipping.trino.core.expression.FilterConjunct;
import io.skipping.trino.core.expression.FilterConjuncts;
import io.skipping.trino.core.path.ColumnHandles;
import io.skipping.trino.core.path.ColumnPath;
import io.skipping.trino.core.path.ColumnPredicates;
import io.skipping.trino.core.scan.ScanDemand;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.predicate.Domain;
import io.trino.spi.predicate.TupleDomain;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Takes the constraint of a scan apart into the conditions that users are told of. */
final class ScanConditions {
    private ScanConditions() {}

    /**
     * Returns the conditions on stored columns.
     *
     * @param demand what the engine has pushed down
     * @param columns describes the columns of the connector
     * @param filter the filter above the scan, which has what the engine does not show; empty if it is not known
     */
    static List<FilterConjunct> of(
            ConnectorSession session, ColumnHandles columns, ScanDemand demand, Optional<EngineFilter> filter) {
        return ImmutableList.<FilterConjunct>builder()
                .addAll(demand.domain().getDomains().orElse(Map.of()).entrySet().stream()
                        .map(entry -> onColumn(columns, entry.getKey(), entry.getValue()))
                        .sorted(comparing(FilterConjunct::text))
                        .collect(toImmutableList()))
                .addAll(demand.conjuncts())
                .addAll(filter.map(engine -> hidden(session, columns, engine)).orElse(List.of()))
                .build()
                .stream()
                // some conditions are told as several, of which one is understood
                .collect(toImmutableMap(
                        FilterConjunct::text,
                        conjunct -> conjunct,
                        (first, second) -> first.isTranslated() ? first : second))
                .values()
                .asList();
    }

    private static FilterConjunct onColumn(ColumnHandles columns, ColumnHandle column, Domain domain) {
        return FilterConjunct.ofDomain(
                columns.path(column)
                        .map(ColumnPath::indexed)
                        .map(indexed -> indexed.name())
                        .orElseGet(() -> columns.name(column)),
                ColumnPredicates.of(
                        TupleDomain.withColumnDomains(Map.of(column, domain)), Predicate.ALWAYS, Set.of(), columns));
    }

    /** Returns the conjuncts that the engine does not show to connectors. */
    private static List<FilterConjunct> hidden(ConnectorSession session, ColumnHandles columns, EngineFilter filter) {
        ExpressionTranslator translator =
                new ExpressionTranslator(filter.hiddenColumns(), columns, Optional.of(session.getTimeZoneKey()));
        return ImmutableList.<FilterConjunct>builder()
                .addAll(new FilterConjuncts(filter.hiddenColumns(), columns, translator::translate).of(filter.hidden()))
                .addAll(
                        filter
                                .unreadable(column -> Optional.of(column)
                                        .filter(columns::isStored)
                                        .map(columns::name))
                                .stream()
                                .map(condition ->
                                        FilterConjunct.unreadable(condition.text(), tested(columns, filter, condition)))
                                .collect(toImmutableList()))
                .build();
    }

    private static Optional<IndexedColumn> tested(
            ColumnHandles columns, EngineFilter filter, UnreadableCondition condition) {
        return condition.evaluated().size() == 1
                ? Optional.of(condition.evaluated().iterator().next())
                        .filter(column -> columns.isData(column)
                                && columns.indexed(column).type().hasKeys()
                                && !filter.disputedColumns().contains(column))
                        .map(columns::indexed)
                : Optional.empty();
    }
}
