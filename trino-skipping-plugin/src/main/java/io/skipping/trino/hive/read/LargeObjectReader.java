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
 * A stock reader that takes every object for a large one. Small objects it would fetch whole for every split of them. What
 * a query sees as {@code $file_size} is not filled in from the size that is told here.
 */
final class LargeObjectReader implements HivePageSourceFactory {
    /** Below this size the stock readers fetch the whole object, in bytes. */
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
