// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static java.util.concurrent.TimeUnit.MINUTES;

import com.google.inject.Binder;
import com.google.inject.Module;
import com.google.inject.Provides;
import com.google.inject.Singleton;
import com.google.inject.util.Modules;
import io.skipping.trino.core.engine.SplitBatches;
import io.skipping.trino.hive.committed.CommittedSplits;
import io.trino.plugin.hive.HiveConfig;
import io.trino.plugin.hive.HiveSplitManager;
import io.trino.plugin.hive.HiveTransactionManager;
import io.trino.spi.Plugin;
import io.trino.spi.connector.ConnectorFactory;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorTableHandle;
import io.trino.spi.connector.ConnectorTransactionHandle;
import io.trino.spi.connector.Constraint;
import io.trino.spi.connector.DynamicFilter;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** A connector like ours, in which the listing of a table waits until those of others have begun. */
final class MeetingListings implements Plugin {
    static final String NAME = "meeting_hive";

    private final CountDownLatch expected;
    private volatile boolean missed;

    /** @param listings how many must have begun before one goes on; later ones do not wait */
    MeetingListings(int listings) {
        this.expected = new CountDownLatch(listings);
    }

    /** Returns whether as many listings as expected have begun, each before any of them went on. */
    boolean haveMet() {
        return expected.getCount() == 0 && !missed;
    }

    @Override
    public Iterable<ConnectorFactory> getConnectorFactories() {
        return List.of(new SkippingConnectorFactory(
                NAME, module -> Modules.override(module).with(new Meeting())));
    }

    private final class Meeting implements Module {
        @Override
        public void configure(Binder binder) {}

        @Provides
        @Singleton
        CommittedSplits splits(HiveTransactionManager transactions, HiveSplitManager hive, HiveConfig config) {
            return new CommittedSplits(transactions, hive, config) {
                @Override
                public SplitBatches list(
                        ConnectorTransactionHandle transaction,
                        ConnectorSession session,
                        ConnectorTableHandle table,
                        DynamicFilter dynamicFilter,
                        Constraint constraint) {
                    meet();
                    return super.list(transaction, session, table, dynamicFilter, constraint);
                }
            };
        }
    }

    private void meet() {
        expected.countDown();
        try {
            if (!expected.await(1, MINUTES)) {
                missed = true;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
