// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.iceberg;

import static com.google.common.collect.ImmutableList.toImmutableList;

import io.skipping.trino.core.explain.ListedObject;
import io.skipping.trino.core.explain.ListedObjects;
import io.skipping.trino.iceberg.table.FileProfiles;
import io.skipping.trino.iceberg.table.IcebergTables;
import io.skipping.trino.iceberg.table.StoredFile;
import io.trino.plugin.iceberg.IcebergTableHandle;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorTransactionHandle;
import java.util.List;

/** Lists the first data files of a scan for those who explain it. */
final class FirstFiles {
    private static final int MOST = 1000;

    private FirstFiles() {}

    /** Returns the first thousand files of the partitions that are scanned, or all if there are fewer. */
    static ListedObjects of(
            IcebergTables tables,
            ConnectorTransactionHandle transaction,
            ConnectorSession session,
            IcebergTableHandle table) {
        FileProfiles profiles = new FileProfiles(table.getNameMappingJson(), session);
        // one more tells whether these are all
        List<StoredFile> files = tables.firstFiles(transaction, session, table, MOST + 1);
        return new ListedObjects(
                files.stream()
                        .limit(MOST)
                        .map(file -> new ListedObject(file.object(profiles.of(file.format())), form(file)))
                        .collect(toImmutableList()),
                files.size() <= MOST);
    }

    private static ListedObject.Form form(StoredFile file) {
        return switch (file.format()) {
            case PARQUET, ORC -> ListedObject.Form.ROW_GROUPS;
            case AVRO -> ListedObject.Form.NEVER_CUT;
        };
    }
}
