// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.procedure;

import static io.trino.spi.type.VarcharType.VARCHAR;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import com.google.inject.Inject;
import com.google.inject.Provider;
import io.skipping.index.store.TableIndex.Trial;
import io.skipping.trino.core.SkippingErrorCode;
import io.trino.spi.TrinoException;
import io.trino.spi.connector.ConnectorAccessControl;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.procedure.Procedure;
import io.trino.spi.procedure.Procedure.Argument;

/**
 * Implements {@code CALL system.check_store(schema_name, table_name)}, which tries out, with a small file, whether the store
 * of a table's index offers what an index needs. It fails and says what is missing if it does not, and if nothing was tried.
 */
public final class CheckStoreProcedure implements Provider<Procedure> {
    private final IndexChange index;

    @Inject
    public CheckStoreProcedure(IndexChange index) {
        this.index = requireNonNull(index, "index is null");
    }

    @Override
    public Procedure get() {
        return new Procedure(
                "system",
                "check_store",
                ImmutableList.of(new Argument("SCHEMA_NAME", VARCHAR), new Argument("TABLE_NAME", VARCHAR)),
                ProcedureMethod.of(this, String.class, String.class));
    }

    public void call(ConnectorSession session, ConnectorAccessControl accessControl, String schema, String table) {
        index.run(session, accessControl, schema, table, (_, index) -> {
            Trial trial = index.tryStore();
            if (trial.untried().isPresent()) {
                throw new TrinoException(
                        SkippingErrorCode.SKIPPING_STORE_UNTRIED,
                        "The store of the index of %s.%s was not tried: %s; build the index first"
                                .formatted(schema, table, trial.untried().get()));
            }
            if (!trial.lacks().isEmpty()) {
                throw new TrinoException(
                        SkippingErrorCode.SKIPPING_INDEX_ERROR,
                        "The store of the index of %s.%s lacks what an index needs: %s"
                                .formatted(schema, table, String.join("; ", trial.lacks())));
            }
        });
    }
}
