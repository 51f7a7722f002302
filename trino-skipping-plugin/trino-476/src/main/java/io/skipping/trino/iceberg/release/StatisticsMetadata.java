// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.iceberg.release;

import io.skipping.trino.core.metadata.ScanHandles;
import io.skipping.trino.core.metadata.ScanMetadata;
import io.skipping.trino.iceberg.statistics.DistinctValues;
import io.trino.spi.connector.ConnectorMetadata;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorTableMetadata;
import io.trino.spi.statistics.TableStatisticsMetadata;

/** Wraps Iceberg's metadata so that statements that write collect statistics by {@link DistinctValues}. */
public abstract class StatisticsMetadata extends ScanMetadata {
    /** @param handles of Iceberg's scans */
    protected StatisticsMetadata(ConnectorMetadata iceberg, ScanHandles handles, ClassLoader classLoader) {
        super(iceberg, handles, classLoader);
    }

    @Override
    public final TableStatisticsMetadata getStatisticsCollectionMetadataForWrite(
            ConnectorSession session, ConnectorTableMetadata table) {
        return DistinctValues.collectedHere(super.getStatisticsCollectionMetadataForWrite(session, table));
    }
}
