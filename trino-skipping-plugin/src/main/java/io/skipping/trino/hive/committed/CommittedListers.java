// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.committed;

import static java.util.Objects.requireNonNull;

import com.google.inject.Inject;
import io.skipping.trino.core.SkippingExecutor;
import io.skipping.trino.core.SkippingStats;
import io.skipping.trino.hive.config.HiveScanConfig;
import io.trino.plugin.hive.HiveConfig;
import io.trino.plugin.hive.fs.DirectoryLister;
import io.trino.plugin.hive.fs.TransactionScopeCachingDirectoryListerFactory;

/** Creates the directory lister of each transaction. */
public class CommittedListers extends TransactionScopeCachingDirectoryListerFactory {
    private final boolean committedOnly;
    private final SkippingExecutor executor;
    private final SkippingStats stats;

    @Inject
    public CommittedListers(
            HiveConfig hiveConfig, HiveScanConfig config, SkippingExecutor executor, SkippingStats stats) {
        super(hiveConfig);
        this.committedOnly = config.isManifestsEnabled();
        this.executor = requireNonNull(executor, "executor is null");
        this.stats = requireNonNull(stats, "stats is null");
    }

    @Override
    public DirectoryLister get(DirectoryLister delegate) {
        return new CommittedLister(super.get(delegate), committedOnly, executor, stats::addUncommitted);
    }
}
