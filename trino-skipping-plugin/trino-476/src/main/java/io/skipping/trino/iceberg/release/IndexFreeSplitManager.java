// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.iceberg.release;

import com.google.common.util.concurrent.ListeningExecutorService;
import com.google.inject.Inject;
import io.trino.filesystem.cache.CachingHostAddressProvider;
import io.trino.plugin.iceberg.ForIcebergSplitManager;
import io.trino.plugin.iceberg.ForIcebergSplitSource;
import io.trino.plugin.iceberg.IcebergFileSystemFactory;
import io.trino.plugin.iceberg.IcebergSplitManager;
import io.trino.spi.type.TypeManager;
import java.util.concurrent.ExecutorService;

/** Creates Iceberg's own splits, for tables that were loaded in {@link IndexFreeTransactions}. */
public class IndexFreeSplitManager extends IcebergSplitManager {
    @Inject
    public IndexFreeSplitManager(
            IndexFreeTransactions transactions,
            TypeManager typeManager,
            IcebergFileSystemFactory fileSystems,
            @ForIcebergSplitSource ListeningExecutorService splitSourceExecutor,
            @ForIcebergSplitManager ExecutorService planningExecutor,
            CachingHostAddressProvider hostAddresses) {
        super(transactions, typeManager, fileSystems, splitSourceExecutor, planningExecutor, hostAddresses);
    }
}
