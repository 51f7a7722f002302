// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.config;

import static io.trino.spi.session.PropertyMetadata.booleanProperty;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import com.google.inject.Inject;
import io.trino.plugin.base.session.SessionPropertiesProvider;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.session.PropertyMetadata;
import java.util.List;

/** Defines the session properties that are of use for tables of Hive only. */
public class HiveScanProperties implements SessionPropertiesProvider {
    private static final String TEXT_READER_ENABLED = "skipping_text_reader_enabled";
    private static final String COMMITTED_ONLY = "committed_only";
    private static final String WRITE_LAYOUT_ENABLED = "write_layout_enabled";

    private final HiveScanConfig config;

    @Inject
    public HiveScanProperties(HiveScanConfig config) {
        this.config = requireNonNull(config, "config is null");
    }

    @Override
    public List<PropertyMetadata<?>> getSessionProperties() {
        return ImmutableList.of(
                booleanProperty(
                        TEXT_READER_ENABLED,
                        "Read text with this connector's reader, which returns the same rows as the stock connector's, in less time: how much less on which release"
                                + " of Trino, docs/compatibility.md says",
                        config.isTextReaderEnabled(),
                        false),
                booleanProperty(
                        COMMITTED_ONLY,
                        "Ignore objects that are not committed according to the committer's manifests. If false, all objects are read, as by"
                                + " the stock connector, including leftovers of failed attempts and objects that an overwrite has replaced",
                        config.isManifestsEnabled(),
                        false),
                booleanProperty(
                        WRITE_LAYOUT_ENABLED, "INSERT writes by the layout of the table, if it has one", true, false));
    }

    public static boolean isTextReaderEnabled(ConnectorSession session) {
        return session.getProperty(TEXT_READER_ENABLED, Boolean.class);
    }

    public static boolean isCommittedOnly(ConnectorSession session) {
        return session.getProperty(COMMITTED_ONLY, Boolean.class);
    }

    public static boolean isWriteLayoutEnabled(ConnectorSession session) {
        return session.getProperty(WRITE_LAYOUT_ENABLED, Boolean.class);
    }
}
