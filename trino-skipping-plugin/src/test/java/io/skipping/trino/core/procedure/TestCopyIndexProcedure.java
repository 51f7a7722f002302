// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.procedure;

import static io.trino.testing.TestingConnectorSession.SESSION;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.reflect.Reflection;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.index.LiveObjects;
import io.skipping.index.snapshot.IndexSnapshot;
import io.skipping.index.store.TableIndex;
import io.skipping.index.type.IndexTypes;
import io.skipping.index.value.ScalarType;
import io.skipping.trino.core.config.SearchConfig;
import io.skipping.trino.core.config.SkippingConfig;
import io.skipping.trino.core.index.IndexStores;
import io.skipping.trino.core.index.TableAccess;
import io.trino.spi.connector.ConnectorAccessControl;
import io.trino.spi.connector.ConnectorTransactionHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.testng.annotations.Test;

public class TestCopyIndexProcedure {
    private static final ConnectorTransactionHandle TRANSACTION = new ConnectorTransactionHandle() {};

    /** Describes an index of a table whose columns are kept under other names, for example those of Iceberg. */
    private static final IndexDefinition KEPT =
            new IndexDefinition("bloom", List.of(new IndexedColumn("#3", ScalarType.BIGINT, "3:iceberg")), Map.of());

    @Test
    public void testIndexesAreCopiedAsTheyAreStored() {
        List<Object> requested = new ArrayList<>();
        copy(index("from", requested), index("to", requested));
        assertThat(requested).containsExactly(List.of(KEPT));
    }

    private static TableIndex index(String name, List<Object> changed) {
        IndexSnapshot empty = Reflection.newProxy(
                IndexSnapshot.class, (_, called, _) -> called.getName().equals("id") ? name : List.of());
        return Reflection.newProxy(TableIndex.class, (_, called, arguments) -> switch (name + " " + called.getName()) {
            case "from current" -> Optional.of(empty);
            case "from requested" -> List.of(KEPT);
            case "from isAutomatic" -> true;
            case "to request" -> changed.add(asked(arguments[0]));
            case "to beginBuild" -> "build";
            case "to coverage" -> Reflection.newProxy(TableIndex.Coverage.class, (_, _, _) -> false);
            case "to publish" -> new TableIndex.PublishResult("1", 0, 0, 0, 0, 0);
            default -> throw new AssertionError(name + " " + called);
        });
    }

    @SuppressWarnings("unchecked")
    private static List<IndexDefinition> asked(Object change) {
        return ((UnaryOperator<List<IndexDefinition>>) change).apply(List.of());
    }

    @SuppressWarnings("unchecked")
    private static void copy(TableIndex from, TableIndex to) {
        SkippingConfig config = new SkippingConfig().setStore(SkippingConfig.Store.ELASTICSEARCH);
        TableAccess tables =
                Reflection.newProxy(TableAccess.class, (_, called, arguments) -> switch (called.getName()) {
                    case "inTransaction" -> ((Function<ConnectorTransactionHandle, ?>) arguments[1]).apply(TRANSACTION);
                    case "stored" -> arguments.length == 4 ? from : to;
                    // under the names of users; nothing is asked of it
                    case "index" -> index("shown", new ArrayList<>());
                    case "columns" -> List.of();
                    case "live" -> LiveObjects.of(List.of());
                    default -> throw new AssertionError(called);
                });
        IndexChange change = new IndexChange(tables);
        new CopyIndexProcedure(
                        change,
                        tables,
                        new IndexStores(
                                config,
                                new SearchConfig(),
                                identity -> {
                                    throw new AssertionError("no files are opened");
                                },
                                new IndexTypes(List.of()),
                                Optional.empty()),
                        new PublishIndexProcedure(change, tables))
                .call(
                        SESSION,
                        Reflection.newProxy(ConnectorAccessControl.class, (_, _, _) -> null),
                        "grid",
                        "meters",
                        "object-store");
    }
}
