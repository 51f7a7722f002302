// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.iceberg.release;

import com.google.inject.Inject;
import io.trino.plugin.iceberg.IcebergTransactionManager;

/** Holds the transactions of a catalog, whose metadata is that of {@link IndexFreeMetadataFactory}. */
public class IndexFreeTransactions extends IcebergTransactionManager {
    @Inject
    public IndexFreeTransactions(IndexFreeMetadataFactory metadata) {
        super(metadata, IndexFreeTransactions.class.getClassLoader());
    }
}
