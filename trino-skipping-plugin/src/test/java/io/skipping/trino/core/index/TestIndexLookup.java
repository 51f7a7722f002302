// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.index;

import static io.trino.testing.TestingConnectorSession.SESSION;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.reflect.Reflection;
import io.opentelemetry.api.trace.TracerProvider;
import io.skipping.index.snapshot.IndexSnapshot;
import io.skipping.index.store.TableIndex;
import io.skipping.trino.core.SkippingExecutor;
import io.skipping.trino.core.SkippingSpans;
import io.skipping.trino.core.config.SkippingConfig;
import io.skipping.trino.core.path.ColumnNames;
import io.trino.spi.catalog.CatalogName;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.ConnectorTransactionHandle;
import io.trino.spi.connector.SchemaTableName;
import io.trino.testing.TestingConnectorSession;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;

public class TestIndexLookup {
    private static final ConnectorTransactionHandle TRANSACTION = new ConnectorTransactionHandle() {};
    private static final SchemaTableName TABLE = new SchemaTableName("grid", "meters");

    private SkippingExecutor executor;
    private IndexLookup lookup;
    private IndexSnapshot newest;
    /** Has all files of snapshot 7, and of no other. */
    private IndexSnapshot remembered;

    @BeforeClass
    public void start() {
        executor = new SkippingExecutor(new CatalogName("lake"));
        newest = snapshot();
        remembered = snapshot();
        TableIndex index = Reflection.newProxy(TableIndex.class, (_, called, arguments) -> switch (called.getName()) {
            case "current" -> Optional.of(newest);
            case "remembered" ->
                arguments != null && arguments[0].equals(7L) ? Optional.of(remembered) : Optional.empty();
            default -> throw new AssertionError(called);
        });
        lookup = new IndexLookup(
                Reflection.newProxy(TableAccess.class, (_, _, _) -> index),
                executor,
                new SkippingSpans(TracerProvider.noop().get("test")),
                new SkippingConfig());
    }

    private static IndexSnapshot snapshot() {
        return Reflection.newProxy(IndexSnapshot.class, (_, called, _) -> {
            assertThat(called.getName()).isEqualTo("mayWait");
            return false;
        });
    }

    private IndexSnapshot found(long... versions) {
        ConnectorSession session = TestingConnectorSession.builder().build();
        for (long version : versions) {
            lookup.begin(TRANSACTION, session, TABLE, OptionalLong.of(version));
        }
        IndexSnapshot found =
                lookup.find(TRANSACTION, session, TABLE, () -> {}).join().orElseThrow();
        lookup.forget(session.getQueryId());
        return found;
    }

    @Test
    public void testStateThatHasAllFilesOfTheSnapshot() {
        assertThat(found()).isSameAs(newest);
        assertThat(found(7)).as("the store is not asked").isSameAs(remembered);
        assertThat(found(7, 7)).isSameAs(remembered);
        assertThat(found(8)).isSameAs(newest);
        assertThat(found(7, 8)).as("of two snapshots in one query").isSameAs(newest);
        assertThat(found(8, 7)).isSameAs(newest);
    }

    @AfterClass(alwaysRun = true)
    public void stop() {
        executor.shutdown();
        executor = null;
        lookup = null;
        newest = null;
        remembered = null;
    }

    @Test
    public void testNamesThatAreNotUnderstood() {
        AtomicInteger failures = new AtomicInteger();
        assertThat(lookup.find(
                                TRANSACTION,
                                SESSION,
                                TABLE,
                                () -> {
                                    throw new IllegalArgumentException("unknown type");
                                },
                                failures::incrementAndGet)
                        .join())
                .as("the query reads everything")
                .isEmpty();
        assertThat(failures).hasValue(1);

        assertThat(lookup.find(TRANSACTION, SESSION, TABLE, () -> ColumnNames.SAME, failures::incrementAndGet)
                        .join())
                .isPresent();
        assertThat(failures).hasValue(1);
    }
}
