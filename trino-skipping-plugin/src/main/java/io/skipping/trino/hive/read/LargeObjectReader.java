// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.read;

import static java.util.Objects.requireNonNull;

import io.trino.filesystem.Location;
import io.trino.plugin.hive.AcidInfo;
import io.trino.plugin.hive.HiveColumnHandle;
import io.trino.plugin.hive.HivePageSourceFactory;
import io.trino.plugin.hive.Schema;
import io.trino.plugin.hive.acid.AcidTransaction;
import io.trino.spi.connector.ConnectorPageSource;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.predicate.TupleDomain;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Wraps a stock reader so that it treats every object as large. It would otherwise fetch a small object whole for each
 * of its splits. The size passed here does not affect {@code $file_size} as seen by a query.
 */
final class LargeObjectReader implements HivePageSourceFactory {
    /** The object size, in bytes, below which the stock readers fetch the whole object. */
    private static final long WHOLE_BELOW = 8 * 1024 * 1024;

    private final HivePageSourceFactory reader;

    LargeObjectReader(HivePageSourceFactory reader) {
        this.reader = requireNonNull(reader, "reader is null");
    }

    @Override
    public Optional<ConnectorPageSource> createPageSource(
            ConnectorSession session,
            Location path,
            long start,
            long length,
            long estimatedFileSize,
            long fileModifiedTime,
            Schema schema,
            List<HiveColumnHandle> columns,
            TupleDomain<HiveColumnHandle> effectivePredicate,
            Optional<AcidInfo> acidInfo,
            OptionalInt bucketNumber,
            boolean originalFile,
            AcidTransaction transaction) {
        return reader.createPageSource(
                session,
                path,
                start,
                length,
                Math.max(estimatedFileSize, WHOLE_BELOW),
                fileModifiedTime,
                schema,
                columns,
                effectivePredicate,
                acidInfo,
                bucketNumber,
                originalFile,
                transaction);
    }
}
