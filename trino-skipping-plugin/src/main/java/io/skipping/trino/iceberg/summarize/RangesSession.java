// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.iceberg.summarize;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableSet;
import io.airlift.units.DataSize;
import io.trino.plugin.iceberg.IcebergSessionProperties;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.security.ConnectorIdentity;
import io.trino.spi.type.TimeZoneKey;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * A session in which ranges of a file are read one after the other. Readers fetch a small file as a whole, however little of
 * it they read; here they do not, since each range would fetch it again.
 */
final class RangesSession implements ConnectorSession {
    /**
     * The names of the properties that {@link IcebergSessionProperties#getParquetSmallFileThreshold} and
     * {@link IcebergSessionProperties#getOrcTinyStripeThreshold} read.
     */
    private static final Set<String> THRESHOLDS =
            ImmutableSet.of("parquet_small_file_threshold", "orc_tiny_stripe_threshold");

    private final ConnectorSession session;

    RangesSession(ConnectorSession session) {
        this.session = requireNonNull(session, "session is null");
    }

    @Override
    public <T> T getProperty(String name, Class<T> type) {
        return THRESHOLDS.contains(name) ? type.cast(DataSize.ofBytes(0)) : session.getProperty(name, type);
    }

    @Override
    public String getQueryId() {
        return session.getQueryId();
    }

    @Override
    public Optional<String> getSource() {
        return session.getSource();
    }

    @Override
    public String getUser() {
        return session.getUser();
    }

    @Override
    public ConnectorIdentity getIdentity() {
        return session.getIdentity();
    }

    @Override
    public TimeZoneKey getTimeZoneKey() {
        return session.getTimeZoneKey();
    }

    @Override
    public Locale getLocale() {
        return session.getLocale();
    }

    @Override
    public Optional<String> getTraceToken() {
        return session.getTraceToken();
    }

    @Override
    public Instant getStart() {
        return session.getStart();
    }
}
