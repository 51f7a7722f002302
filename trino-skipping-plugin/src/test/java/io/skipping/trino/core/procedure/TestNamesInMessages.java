// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.procedure;

import static io.trino.testing.TestingConnectorSession.SESSION;
import static io.trino.type.InternalTypeManager.TESTING_TYPE_MANAGER;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableList;
import com.google.common.reflect.Reflection;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.index.store.TableIndex;
import io.skipping.index.type.IndexTypes;
import io.skipping.index.value.ScalarType;
import io.skipping.trino.core.index.TableAccess;
import io.skipping.trino.core.index.VisibleIndexes;
import io.skipping.trino.core.path.ColumnPaths;
import io.trino.spi.connector.ConnectorAccessControl;
import io.trino.spi.connector.ConnectorTransactionHandle;
import io.trino.spi.connector.SchemaTableName;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.testng.annotations.Test;

/** Tests that messages of procedures name only what the user may know of: rules in a file hide no column from those who may insert. */
public class TestNamesInMessages {
    private static final SchemaTableName TABLE = new SchemaTableName("grid", "patients");
    private static final IndexedColumn K = new IndexedColumn("k", ScalarType.BIGINT, "0:bigint");
    private static final IndexedColumn SSN = new IndexedColumn("ssn", ScalarType.VARCHAR, "1:string");

    /** a list that may be asked for nulls, as the engine's may */
    private static final List<String> MISSING = ImmutableList.of("missing");

    private static final ConnectorAccessControl HIDES_SSN =
            Reflection.newProxy(ConnectorAccessControl.class, (_, called, _) -> switch (called.getName()) {
                case "checkCanInsertIntoTable" -> null;
                case "filterColumns" -> Map.of(TABLE, Set.of("k"));
                default -> throw new AssertionError(called);
            });

    private final ColumnPaths paths = new ColumnPaths(TESTING_TYPE_MANAGER);
    private final IndexChange change = new IndexChange(tables());

    @Test
    public void testColumnsThatCanBeIndexed() {
        CreateIndexProcedure create = new CreateIndexProcedure(
                change, IndexTypes.load(getClass().getClassLoader()), paths, TESTING_TYPE_MANAGER);
        assertThatThrownBy(() -> create.call(SESSION, HIDES_SSN, "grid", "patients", "minmax", MISSING, Map.of()))
                .hasMessageContaining("columns are: [k].");
    }

    @Test
    public void testRequestedIndexes() {
        DropIndexProcedure drop = new DropIndexProcedure(change, paths, new VisibleIndexes(paths));
        assertThatThrownBy(() -> drop.call(SESSION, HIDES_SSN, "grid", "patients", "minmax", MISSING))
                .hasMessageContaining("requested are: [values(k)].");
    }

    @SuppressWarnings("unchecked")
    private static TableAccess tables() {
        List<IndexDefinition> requested = List.of(
                new IndexDefinition("values", List.of(K), Map.of()),
                new IndexDefinition("bloom", List.of(SSN), Map.of()),
                new IndexDefinition("bloom", List.of(K, SSN), Map.of()),
                new IndexDefinition(
                        "bloom", List.of(new IndexedColumn("dropped", ScalarType.BIGINT, "2:bigint")), Map.of()));
        TableIndex index = Reflection.newProxy(TableIndex.class, (_, called, arguments) -> {
            if (called.getName().equals("request")) {
                return ((UnaryOperator<List<IndexDefinition>>) arguments[0]).apply(requested);
            }
            throw new AssertionError(called);
        });
        return Reflection.newProxy(TableAccess.class, (_, called, arguments) -> switch (called.getName()) {
            case "inTransaction" ->
                ((Function<ConnectorTransactionHandle, ?>) arguments[1]).apply(new ConnectorTransactionHandle() {});
            case "columns" -> List.of(K, SSN);
            case "index" -> index;
            default -> throw new AssertionError(called);
        });
    }
}
