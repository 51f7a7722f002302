// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.iceberg.summarize;

import static io.trino.plugin.base.session.PropertyMetadataUtil.dataSizeProperty;
import static org.assertj.core.api.Assertions.assertThat;

import io.airlift.units.DataSize;
import io.trino.plugin.iceberg.IcebergSessionProperties;
import io.trino.spi.connector.ConnectorSession;
import io.trino.testing.TestingConnectorSession;
import java.util.List;
import org.testng.annotations.Test;

public class TestRangesSession {
    @Test
    public void testSmallFilesAreNotFetchedAsAWhole() {
        DataSize size = DataSize.valueOf("3MB");
        ConnectorSession session = TestingConnectorSession.builder()
                .setPropertyMetadata(List.of(
                        dataSizeProperty("parquet_small_file_threshold", "Size of small files", size, false),
                        dataSizeProperty("orc_tiny_stripe_threshold", "Size of small files", size, false),
                        dataSizeProperty("parquet_max_read_block_size", "Size of blocks", size, false)))
                .build();
        assertThat(IcebergSessionProperties.getParquetSmallFileThreshold(session))
                .isEqualTo(size);
        ConnectorSession ranges = new RangesSession(session);
        assertThat(IcebergSessionProperties.getParquetSmallFileThreshold(ranges).toBytes())
                .isZero();
        assertThat(IcebergSessionProperties.getOrcTinyStripeThreshold(ranges).toBytes())
                .isZero();
        assertThat(IcebergSessionProperties.getParquetMaxReadBlockSize(ranges)).isEqualTo(size);
        assertThat(ranges.getQueryId()).isEqualTo(session.getQueryId());
        assertThat(ranges.getIdentity()).isEqualTo(session.getIdentity());
        assertThat(ranges.getTimeZoneKey()).isEqualTo(session.getTimeZoneKey());
    }
}
