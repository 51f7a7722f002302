// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.procedure;

import static io.trino.testing.TestingConnectorSession.SESSION;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.reflect.Reflection;
import io.skipping.index.LiveObjects;
import io.skipping.index.store.TableIndex;
import io.skipping.trino.core.index.TableAccess;
import io.trino.spi.connector.ConnectorAccessControl;
import io.trino.spi.connector.ConnectorTransactionHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.testng.annotations.Test;

public class TestPublishIndexProcedure {
    /** Another cluster may have published what was written after a listing that is in the cache, however soon after it this build began. */
    @Test
    public void testListingsAreNotFromTheCache() {
        List<String> calls = new ArrayList<>();
        TableIndex index = Reflection.newProxy(TableIndex.class, (_, called, arguments) -> {
            assertThat(called.getName()).isEqualTo("publish");
            for (int listing = 0; listing < 2; listing++) {
                ((Supplier<?>) arguments[1]).get();
            }
            return new TableIndex.PublishResult("1", 0, 0, 0, 0, 0);
        });
        TableAccess tables = Reflection.newProxy(TableAccess.class, (_, called, arguments) -> {
            switch (called.getName()) {
                case "inTransaction":
                    return inTransaction(arguments[1]);
                case "columns":
                    return List.of();
                case "index":
                    return index;
                default:
                    calls.add(called.getName());
                    return called.getName().equals("live") ? LiveObjects.of(List.of()) : null;
            }
        });
        new PublishIndexProcedure(new IndexChange(tables), tables)
                .call(
                        SESSION,
                        Reflection.newProxy(ConnectorAccessControl.class, (_, _, _) -> null),
                        "grid",
                        "meters",
                        "build");
        assertThat(calls).containsExactly("forgetListing", "live", "forgetListing", "live");
    }

    @SuppressWarnings("unchecked")
    private static Object inTransaction(Object work) {
        return ((Function<ConnectorTransactionHandle, ?>) work).apply(new ConnectorTransactionHandle() {});
    }
}
