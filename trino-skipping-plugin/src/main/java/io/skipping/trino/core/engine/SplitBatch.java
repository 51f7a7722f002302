// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.engine;

import com.google.common.collect.ImmutableList;
import io.trino.spi.connector.ConnectorSplit;
import java.util.List;

/**
 * Holds some splits of a scan.
 *
 * @param splits possibly none
 * @param isLast whether there are no others after these
 */
public record SplitBatch(List<ConnectorSplit> splits, boolean isLast) {
    public SplitBatch {
        splits = ImmutableList.copyOf(splits);
    }
}
