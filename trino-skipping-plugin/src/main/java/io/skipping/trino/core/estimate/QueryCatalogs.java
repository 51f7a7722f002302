// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.estimate;

import static com.google.common.collect.ImmutableSet.toImmutableSet;
import static java.util.Objects.requireNonNull;

import io.airlift.log.Logger;
import io.skipping.trino.core.engine.ir.IrNode;
import io.trino.spi.catalog.CatalogName;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.connector.MetadataProvider;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Finds out which catalogs the transaction of a query has used. The SPI tells a connector nothing of other catalogs, so
 * this reads it by reflection from the engine's transaction manager, which the engine's {@code InternalMetadataProvider}
 * leads to.
 */
public final class QueryCatalogs {
    private static final Logger log = Logger.get(QueryCatalogs.class);

    private static final String SYSTEM = "system";

    private final MetadataProvider provider;
    private final AtomicBoolean warned = new AtomicBoolean();

    public QueryCatalogs(MetadataProvider provider) {
        this.provider = requireNonNull(provider, "provider is null");
    }

    /**
     * Returns whether a query is known to read tables of one catalog only. The engine has looked up all tables of a
     * query before it makes a plan. In a transaction of several statements, those before count, too. The catalog of the
     * engine itself does not count: every query uses its functions.
     */
    public boolean areOnly(ConnectorSession session, CatalogName catalog) {
        return used(session)
                .filter(used -> Set.of(catalog.toString(), SYSTEM).containsAll(used))
                .isPresent();
    }

    private Optional<Set<String>> used(ConnectorSession session) {
        try {
            Object transactions = IrNode.field(metadata(), "transactionManager");
            Object transaction = IrNode.get(IrNode.get(session, "getSession"), "getRequiredTransactionId");
            Collection<?> catalogs = (Collection<?>) transactions
                    .getClass()
                    .getMethod("getActiveCatalogs", transaction.getClass())
                    .invoke(transactions, transaction);
            return Optional.of(catalogs.stream()
                    .map(used -> (String) IrNode.get(used, "catalogName"))
                    .collect(toImmutableSet()));
        } catch (ReflectiveOperationException | RuntimeException e) {
            if (!warned.getAndSet(true)) {
                log.warn(
                        e,
                        "The catalogs that a query uses cannot be read from %s; the index gives the optimiser no statistics",
                        provider.getClass().getName());
            }
            return Optional.empty();
        }
    }

    private Object metadata() throws ReflectiveOperationException {
        Object metadata = IrNode.field(provider, "metadata");
        while (metadata.getClass().getSimpleName().equals("TracingMetadata")) {
            metadata = IrNode.field(metadata, "delegate");
        }
        return metadata;
    }
}
