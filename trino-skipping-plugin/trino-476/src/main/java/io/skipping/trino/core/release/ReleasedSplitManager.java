// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.release;

import io.trino.spi.connector.ConnectorSplitManager;

/** Gives the splits of scans. */
public abstract class ReleasedSplitManager implements ConnectorSplitManager {}
