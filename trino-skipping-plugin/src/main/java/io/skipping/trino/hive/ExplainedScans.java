// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive;

import static com.google.common.collect.ImmutableList.toImmutableList;

import io.skipping.index.IndexedColumn;
import io.skipping.trino.core.explain.ListedObject;
import io.skipping.trino.core.explain.ListedObjects;
import io.skipping.trino.core.metadata.ExplainedScan;
import io.skipping.trino.core.path.ColumnNames;
import io.skipping.trino.hive.format.HiveFormat;
import io.skipping.trino.hive.handle.HiveColumns;
import io.skipping.trino.hive.handle.SkippingTableHandle;
import io.skipping.trino.hive.table.HiveTables;
import io.skipping.trino.hive.table.HiveTables.FirstSplits;
import io.skipping.trino.hive.table.HiveTables.ObjectNames;
import io.skipping.trino.hive.table.Listings;
import io.skipping.trino.hive.table.PartitionFolders;
import io.trino.hive.formats.compression.CompressionKind;
import io.trino.plugin.hive.HiveSplit;
import io.trino.plugin.hive.HiveTableHandle;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorTableHandle;
import java.util.Optional;

/** Describes scans of Hive's tables to those who explain them. */
final class ExplainedScans {
    private ExplainedScans() {}

    /** Returns a description of a scan; empty if it is not pruned. */
    static Optional<ExplainedScan> of(Listings listings, ConnectorSession session, ConnectorTableHandle table) {
        return table instanceof HiveTableHandle scan && SkippingTableHandle.mayPrune(scan)
                ? Optional.of(new ExplainedScan(
                        scan.getSchemaTableName(),
                        ColumnNames.SAME,
                        place -> name(scan, place),
                        PartitionFolders.of(scan),
                        () -> listed(listings, session, scan)))
                : Optional.empty();
    }

    private static Optional<String> name(HiveTableHandle scan, int place) {
        return HiveTables.dataColumns(scan).stream()
                .map(HiveColumns::indexed)
                .filter(column -> column.origin().place() == place)
                .map(IndexedColumn::name)
                .findFirst();
    }

    private static ListedObjects listed(Listings listings, ConnectorSession session, HiveTableHandle scan) {
        FirstSplits splits = listings.first(session, scan);
        ObjectNames names = listings.names(session);
        return new ListedObjects(
                splits.splits().stream()
                        .filter(split -> split.getStart() == 0)
                        .map(split -> new ListedObject(names.of(split), form(split)))
                        // an object of several buckets is listed once for each bucket of the table that the scan reads
                        .distinct()
                        .collect(toImmutableList()),
                splits.complete());
    }

    /** Returns what decides into how many ranges an object can be cut. */
    private static ListedObject.Form form(HiveSplit split) {
        return switch (HiveFormat.cutting(split)) {
            case ANYWHERE ->
                HiveFormat.of(split.getSchema()) == HiveFormat.COLUMNAR
                        ? ListedObject.Form.ROW_GROUPS
                        : ListedObject.Form.CUT_ANYWHERE;
            case BETWEEN_ENDS -> ListedObject.Form.LINES_BETWEEN_ENDS;
            case AT_MEMBERS -> ListedObject.Form.GZIP;
            case NOWHERE ->
                CompressionKind.forFile(split.getPath()).isPresent()
                        ? ListedObject.Form.COMPRESSED_TEXT
                        : ListedObject.Form.NEVER_CUT;
        };
    }
}
