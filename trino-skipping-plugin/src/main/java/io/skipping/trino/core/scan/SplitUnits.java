// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.scan;

import io.skipping.index.predicate.Predicate;
import io.trino.spi.connector.ConnectorSplit;
import java.util.List;

/** Translates between a connector's splits and units of work. It belongs to one scan, and is called by one thread at a time. */
public interface SplitUnits {
    /** Returns splits as units of work. Their predicates include what a dynamic filter says at this moment. */
    List<ScanUnit> units(List<ConnectorSplit> splits);

    /** Returns the split that reads a unit of work. */
    ConnectorSplit split(ScanUnit unit);

    /** Returns the predicate of objects whose columns are all read as they are stored. */
    Predicate predicate();
}
