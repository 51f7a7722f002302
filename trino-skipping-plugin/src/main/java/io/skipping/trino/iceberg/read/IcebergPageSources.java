// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.iceberg.read;

import static java.util.Objects.requireNonNull;

import io.skipping.trino.core.answer.AnswerSplit;
import io.skipping.trino.core.filter.ScanPages;
import io.skipping.trino.core.release.SplitRead;
import io.skipping.trino.core.release.WrappingPageSourceProvider;
import io.skipping.trino.iceberg.handle.IcebergColumns;
import io.skipping.trino.iceberg.handle.SkippingIcebergHandle;
import io.skipping.trino.iceberg.release.DataSplits;
import io.trino.plugin.iceberg.IcebergSplit;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.ConnectorPageSource;
import io.trino.spi.connector.ConnectorPageSourceProvider;
import io.trino.spi.connector.ConnectorPageSourceProviderFactory;
import io.trino.spi.connector.ConnectorSplit;
import java.util.List;

/**
 * Creates page sources over those of Iceberg, with the filters that scans have taken over, and the answers of scans that
 * read nothing. It is a factory, since Iceberg's providers keep the delete files that one query has read.
 */
public final class IcebergPageSources implements ConnectorPageSourceProviderFactory {
    private final ConnectorPageSourceProviderFactory iceberg;

    public IcebergPageSources(ConnectorPageSourceProviderFactory iceberg) {
        this.iceberg = requireNonNull(iceberg, "iceberg is null");
    }

    @Override
    public ConnectorPageSourceProvider createPageSourceProvider() {
        return new OfQuery(iceberg.createPageSourceProvider());
    }

    private static final class OfQuery extends WrappingPageSourceProvider {
        private final ScanPages pages = new ScanPages();

        OfQuery(ConnectorPageSourceProvider iceberg) {
            super(iceberg);
        }

        @Override
        protected ConnectorPageSource open(SplitRead read, ConnectorSplit split, List<ColumnHandle> columns) {
            return switch (split) {
                case AnswerSplit answer -> ScanPages.answer(answer, columns, IcebergColumns.HANDLES);
                case IcebergSplit file ->
                    pages.filtered(
                            SkippingIcebergHandle.demandOf(read.table()).rowFilter(),
                            columns,
                            // Iceberg itself selects the rows that are not deleted
                            DataSplits.hasDeletes(file),
                            all -> read.open(readers(), file, all));
                // splits of tables of metadata
                default -> read.open(readers(), split, columns);
            };
        }
    }
}
