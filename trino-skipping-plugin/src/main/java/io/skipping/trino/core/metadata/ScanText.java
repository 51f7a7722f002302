// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.metadata;

import static java.util.stream.Collectors.joining;

import io.skipping.trino.core.explain.PlanText;
import io.skipping.trino.core.scan.ScanDemand;
import io.trino.spi.connector.ConnectorTableHandle;
import java.util.Optional;

/** Writes what EXPLAIN shows of a scan. */
public final class ScanText {
    private ScanText() {}

    /**
     * Returns the text of a scan.
     *
     * @param ofConnector the text of the connector's own handle
     */
    public static String of(
            String ofConnector, ConnectorTableHandle table, ScanHandles handles, Optional<Explainer> explainer) {
        ScanDemand demand = handles.demand(table);
        boolean answered = handles.answer(table).isPresent();
        StringBuilder text = new StringBuilder(ofConnector);
        if (answered) {
            text.append(" answered by the index");
        }
        // "constraint on" as in Hive's handle: the engine expects plans to show what a connector has taken over
        demand.filter()
                .ifPresent(filter -> text.append(filter.domain().getDomains().orElseThrow().keySet().stream()
                        .map(handles.columns()::name)
                        .sorted()
                        .collect(joining(", ", " filtered by the scan, constraint on [", "]"))));
        if (!answered && PlanText.isBeingWritten()) {
            explainer.ifPresent(of -> of.explain(table, demand)
                    .forEach(line -> text.append(PlanText.NEW_LINE).append(line)));
        }
        return text.toString();
    }
}
