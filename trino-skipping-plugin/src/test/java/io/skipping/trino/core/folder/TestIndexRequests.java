// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.folder;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.reflect.Reflection;
import io.airlift.units.Duration;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexUnavailableException;
import io.skipping.index.IndexedColumn;
import io.skipping.index.IndexedTable;
import io.skipping.index.store.TableIndex;
import io.skipping.index.value.ScalarType;
import io.skipping.trino.core.SkippingExecutor;
import io.skipping.trino.core.config.SkippingConfig;
import io.skipping.trino.core.folder.IndexRequests.Requests;
import io.trino.spi.catalog.CatalogName;
import io.trino.spi.security.ConnectorIdentity;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.UnaryOperator;
import org.testng.annotations.AfterClass;
import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;

public class TestIndexRequests {
    private static final IndexedTable TABLE = new IndexedTable("grid", "meters", "memory:///meters");
    private static final ConnectorIdentity USER = ConnectorIdentity.ofUser("ada");
    private static final Requests ASKED = new Requests(
            List.of(new IndexDefinition("bloom", List.of(new IndexedColumn("id", ScalarType.BIGINT, "0")), Map.of())),
            false);

    private SkippingExecutor executor;

    @BeforeClass
    public void start() {
        executor = new SkippingExecutor(new CatalogName("lake"));
    }

    @AfterClass(alwaysRun = true)
    public void stop() {
        executor.shutdown();
        executor = null;
    }

    private interface Answer {
        Object to(String method, Object[] arguments);
    }

    private IndexRequests requests(Answer answer) {
        TableIndex index =
                Reflection.newProxy(TableIndex.class, (_, called, arguments) -> answer.to(called.getName(), arguments));
        return new IndexRequests(
                (_, _) -> index, executor, new SkippingConfig().setLookupTimeout(Duration.valueOf("1m")));
    }

    @Test
    public void testWhatAStoreThatFailsHasIsLost() {
        IndexRequests requests = requests((_, _) -> {
            throw new IndexUnavailableException("no answer");
        });
        assertThat(requests.of(TABLE, USER)).isEqualTo(new Requests(List.of(), true));
        requests.request(TABLE, ASKED, USER, () -> true);
    }

    @Test
    public void testWhatWasAskedForIsAskedForAgain() {
        Queue<Object> written = new ConcurrentLinkedQueue<>();
        IndexRequests requests = requests((method, arguments) -> switch (method) {
            case "requested" -> ASKED.indexes();
            case "isAutomatic" -> ASKED.automatic();
            case "request" -> {
                @SuppressWarnings("unchecked")
                UnaryOperator<List<IndexDefinition>> change = (UnaryOperator<List<IndexDefinition>>) arguments[0];
                written.addAll(change.apply(List.of()));
                yield null;
            }
            case "setAutomatic", "discard" -> {
                written.add(arguments == null ? method : arguments[0]);
                yield null;
            }
            default -> throw new AssertionError(method);
        });
        assertThat(requests.of(TABLE, USER)).isEqualTo(ASKED);
        requests.request(TABLE, ASKED, USER, () -> true);
        assertThat(written).containsExactly(ASKED.indexes().getFirst(), false);
        requests.request(TABLE, ASKED, USER, () -> false);
        assertThat(written)
                .as("nobody inherits what was written for a table that was dropped at once")
                .endsWith("discard");
    }

    @Test
    public void testATableWithoutRequestsGetsNoIndex() {
        IndexRequests requests = requests((method, _) -> switch (method) {
            case "requested" -> List.of();
            case "isAutomatic" -> true;
            default -> throw new AssertionError(method);
        });
        requests.request(TABLE, requests.of(TABLE, USER), USER, () -> {
            throw new AssertionError("nothing is written, so nothing is taken back");
        });
    }
}
