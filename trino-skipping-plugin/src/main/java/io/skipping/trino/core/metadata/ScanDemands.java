// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.metadata;

import static com.google.common.collect.ImmutableSet.toImmutableSet;

import io.skipping.trino.core.expression.ExpressionTranslator;
import io.skipping.trino.core.expression.FilterConjuncts;
import io.skipping.trino.core.path.ColumnHandles;
import io.skipping.trino.core.scan.ScanDemand;
import io.trino.plugin.base.expression.ConnectorExpressions;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.Constraint;
import io.trino.spi.expression.Variable;
import io.trino.spi.predicate.TupleDomain;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Translates constraints of the engine into what a scan demands. */
public final class ScanDemands {
    private ScanDemands() {}

    /** Returns what a scan demands when the engine adds a constraint to what it demanded before. */
    public static ScanDemand and(
            ScanDemand before, Constraint constraint, ColumnHandles columns, ConnectorSession session) {
        Map<String, ColumnHandle> assignments = constraint.getAssignments();
        ExpressionTranslator translator =
                new ExpressionTranslator(assignments, columns, Optional.of(session.getTimeZoneKey()));
        return before.and(
                storedColumns(constraint.getSummary(), columns),
                translator.translate(constraint.getExpression()),
                dataColumns(ConnectorExpressions.extractVariables(constraint.getExpression()), assignments, columns),
                new FilterConjuncts(assignments, columns, translator::translate).of(constraint.getExpression()));
    }

    private static Set<ColumnHandle> dataColumns(
            Collection<Variable> variables, Map<String, ColumnHandle> assignments, ColumnHandles columns) {
        return variables.stream()
                .map(variable -> assignments.get(variable.getName()))
                .filter(column -> column != null && columns.isData(column))
                .collect(toImmutableSet());
    }

    /**
     * Drops partition columns and hidden columns from a domain. The stock connector prunes by them before this one sees a
     * split.
     */
    public static TupleDomain<ColumnHandle> storedColumns(TupleDomain<ColumnHandle> domain, ColumnHandles columns) {
        return domain.filter((column, _) -> columns.isStored(column));
    }
}
