// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.read;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableSet;
import com.google.inject.Inject;
import io.skipping.trino.core.answer.AnswerSplit;
import io.skipping.trino.core.config.SkippingSessionProperties;
import io.skipping.trino.core.filter.PromisedPageSource;
import io.skipping.trino.core.filter.RowPromise;
import io.skipping.trino.core.filter.ScanPages;
import io.skipping.trino.core.release.ReleasedPageSourceProvider;
import io.skipping.trino.core.release.SplitRead;
import io.skipping.trino.hive.handle.HiveColumns;
import io.skipping.trino.hive.handle.SkippingSplit;
import io.skipping.trino.hive.handle.SkippingTableHandle;
import io.skipping.trino.hive.read.text.TextReaders;
import io.trino.filesystem.TrinoFileSystemFactory;
import io.trino.plugin.hive.HiveConfig;
import io.trino.plugin.hive.HiveErrorCode;
import io.trino.plugin.hive.HivePageSourceProvider;
import io.trino.plugin.hive.HiveSplit;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.ConnectorPageSource;
import io.trino.spi.connector.ConnectorSplit;
import io.trino.spi.type.TypeManager;
import java.util.List;
import java.util.Optional;

/**
 * Creates page sources. Pieces cut by the index are read through bounded requests, where that gains time; the rest is
 * read by Hive's page sources. All rows are tested against the filter that the scan has taken over: the index describes the object that was
 * listed, which may have been replaced since.
 */
public class SkippingPageSourceProvider extends ReleasedPageSourceProvider {
    private final HivePageSourceProvider hive;
    private final HivePageSourceProvider text;
    private final RangeReader rangeReader;
    private final TrinoFileSystemFactory fileSystems;
    private final ScanPages pages = new ScanPages();

    @Inject
    public SkippingPageSourceProvider(
            HivePageSourceProvider hive,
            RangeReader rangeReader,
            TrinoFileSystemFactory fileSystems,
            HiveConfig hiveConfig,
            TypeManager typeManager) {
        this.hive = requireNonNull(hive, "hive is null");
        this.text = new HivePageSourceProvider(
                typeManager, hiveConfig, ImmutableSet.copyOf(TextReaders.of(fileSystems, hiveConfig)));
        this.rangeReader = requireNonNull(rangeReader, "rangeReader is null");
        this.fileSystems = requireNonNull(fileSystems, "fileSystems is null");
    }

    @Override
    protected ConnectorPageSource open(SplitRead read, ConnectorSplit split, List<ColumnHandle> columns) {
        if (split instanceof AnswerSplit answer) {
            return ScanPages.answer(answer, columns, HiveColumns.HANDLES);
        }
        Optional<RowPromise> promise = split instanceof SkippingSplit piece ? piece.getPromise() : Optional.empty();
        if (promise.isEmpty()) {
            return filter(read, (HiveSplit) split, columns);
        }
        SkippingSplit piece = (SkippingSplit) split;
        return PromisedPageSource.open(
                promise.get(),
                piece.getPath(),
                () -> ListedObjects.isUnchanged(fileSystems.create(read.session()), piece),
                HiveErrorCode.HIVE_FILESYSTEM_ERROR,
                columns,
                all -> filter(read, piece, all));
    }

    private ConnectorPageSource filter(SplitRead read, HiveSplit split, List<ColumnHandle> columns) {
        return pages.filtered(
                SkippingTableHandle.demandOf(read.table()).rowFilter(),
                columns,
                // of an object with several buckets of the table, Hive itself selects the rows of the bucket
                split.getBucketConversion().isPresent(),
                all -> read(read, split, all));
    }

    private ConnectorPageSource read(SplitRead read, HiveSplit split, List<ColumnHandle> columns) {
        if (split instanceof SkippingSplit piece
                && piece.isBounded()
                && RangeReader.canRead(piece)
                && !rangeReader.isBetterLeft(piece)) {
            return rangeReader.open(read.session(), piece).read(read, piece, columns);
        }
        RangeReader.checkStockReads(split);
        boolean isText =
                SkippingSessionProperties.isSkippingEnabled(read.session()) && TextReaders.areOthers(split.getSchema());
        return read.open(isText ? text : hive, split, columns);
    }
}
