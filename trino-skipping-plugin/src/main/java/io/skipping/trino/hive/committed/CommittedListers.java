// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.committed;

import static java.util.Objects.requireNonNull;

import com.google.inject.Inject;
import io.skipping.trino.SkippingConfig;
import io.skipping.trino.SkippingExecutor;
import io.skipping.trino.SkippingStats;
import io.trino.plugin.hive.HiveConfig;
import io.trino.plugin.hive.fs.DirectoryLister;
import io.trino.plugin.hive.fs.TransactionScopeCachingDirectoryListerFactory;

/** Makes what lists objects for one transaction. */
public class CommittedListers extends TransactionScopeCachingDirectoryListerFactory {
    private final boolean enabled;
    private final SkippingExecutor executor;
    private final SkippingStats stats;

    @Inject
    public CommittedListers(
            HiveConfig hiveConfig, SkippingConfig config, SkippingExecutor executor, SkippingStats stats) {
        super(hiveConfig);
        this.enabled = config.isManifestsEnabled();
        this.executor = requireNonNull(executor, "executor is null");
        this.stats = requireNonNull(stats, "stats is null");
    }

    @Override
    public DirectoryLister get(DirectoryLister delegate) {
        DirectoryLister hive = super.get(delegate);
        return enabled ? new CommittedLister(hive, executor, stats::addUncommitted) : hive;
    }
}
