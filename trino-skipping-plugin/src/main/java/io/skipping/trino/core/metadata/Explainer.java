// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.metadata;

import io.skipping.trino.core.scan.ScanDemand;
import io.trino.spi.connector.ConnectorTableHandle;
import io.trino.spi.connector.Constraint;
import java.util.List;

/** Explains scans to users. */
public interface Explainer {
    /** Returns lines that say what the index leaves of a scan, and why. */
    List<String> explain(ConnectorTableHandle scan, ScanDemand demand);

    /** Returns whether this knows what of the filter the engine keeps to itself. */
    boolean knowsHiddenFilter();

    /**
     * Tells this what the scan is asked for when it begins. The engine then shows more of the filter than while it plans:
     * also what has a TRY, which it takes for not deterministic.
     */
    void scans(Constraint constraint);
}
