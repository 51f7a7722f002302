// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.procedure;

import static io.trino.testing.TestingConnectorSession.SESSION;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.reflect.Reflection;
import io.skipping.index.store.TableIndex;
import io.skipping.index.store.TableIndex.Trial;
import io.skipping.trino.core.SkippingErrorCode;
import io.skipping.trino.core.index.TableAccess;
import io.trino.spi.TrinoException;
import io.trino.spi.connector.ConnectorAccessControl;
import io.trino.spi.connector.ConnectorTransactionHandle;
import java.util.List;
import java.util.function.Function;
import org.testng.annotations.Test;

public class TestCheckStoreProcedure {
    @Test
    public void testASoundStore() {
        check(Trial.of(List.of()));
    }

    @Test
    public void testWhatAStoreLacks() {
        assertThatThrownBy(() -> check(Trial.of(List.of("it replaces", "it forgets"))))
                .hasMessage("The store of the index of grid.meters lacks what an index needs: it replaces; it forgets");
    }

    /** The number is part of what commands know: they tell a store that was not tried from one that lacks something. */
    @Test
    public void testAStoreThatWasNotTried() {
        assertThat(SkippingErrorCode.SKIPPING_STORE_UNTRIED.toErrorCode().getCode())
                .isEqualTo(0x51C1_0001);
        assertThatThrownBy(() -> check(Trial.untried("nothing is there")))
                .hasMessage(
                        "The store of the index of grid.meters was not tried: nothing is there; build the index first")
                .isInstanceOfSatisfying(
                        TrinoException.class,
                        e -> assertThat(e.getErrorCode())
                                .isEqualTo(SkippingErrorCode.SKIPPING_STORE_UNTRIED.toErrorCode()));
    }

    private static void check(Trial trial) {
        TableIndex index = Reflection.newProxy(TableIndex.class, (_, called, _) -> {
            assertThat(called.getName()).isEqualTo("tryStore");
            return trial;
        });
        TableAccess tables =
                Reflection.newProxy(TableAccess.class, (_, called, arguments) -> switch (called.getName()) {
                    case "inTransaction" -> inTransaction(arguments[1]);
                    case "columns" -> List.of();
                    case "index" -> index;
                    default -> throw new AssertionError(called.getName());
                });
        new CheckStoreProcedure(new IndexChange(tables))
                .call(SESSION, Reflection.newProxy(ConnectorAccessControl.class, (_, _, _) -> null), "grid", "meters");
    }

    @SuppressWarnings("unchecked")
    private static Object inTransaction(Object work) {
        return ((Function<ConnectorTransactionHandle, ?>) work).apply(new ConnectorTransactionHandle() {});
    }
}
