// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino;

import static io.trino.spi.session.PropertyMetadata.booleanProperty;

import com.google.common.collect.ImmutableList;
import io.trino.plugin.base.session.SessionPropertiesProvider;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.session.PropertyMetadata;
import java.util.List;

/** The session properties that the skipping connector adds to those of the Hive connector. */
public class SkippingSessionProperties implements SessionPropertiesProvider {
    private static final String SKIPPING_ENABLED = "skipping_enabled";

    @Override
    public List<PropertyMetadata<?>> getSessionProperties() {
        return ImmutableList.of(booleanProperty(
                SKIPPING_ENABLED, "Use the metadata index to skip objects and parts of objects", true, false));
    }

    public static boolean isSkippingEnabled(ConnectorSession session) {
        return session.getProperty(SKIPPING_ENABLED, Boolean.class);
    }
}
