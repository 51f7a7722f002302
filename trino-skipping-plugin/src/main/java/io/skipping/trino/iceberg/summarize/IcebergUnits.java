// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.iceberg.summarize;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static io.trino.plugin.iceberg.IcebergErrorCode.ICEBERG_INVALID_METADATA;
import static io.trino.spi.StandardErrorCode.NOT_SUPPORTED;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.Maps;
import io.skipping.index.ByteRange;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.index.LiveObject;
import io.skipping.index.Profile;
import io.skipping.index.type.IndexTypes;
import io.skipping.trino.core.path.ColumnPaths;
import io.skipping.trino.core.release.SplitRead;
import io.skipping.trino.core.release.TableCredentials;
import io.skipping.trino.core.summarize.ColumnarFooter;
import io.skipping.trino.core.summarize.RangeSummaries;
import io.skipping.trino.core.summarize.RangeSummaries.RangeSummary;
import io.skipping.trino.core.summarize.SummaryColumns;
import io.skipping.trino.core.summarize.UnitSource;
import io.skipping.trino.iceberg.handle.IcebergColumns;
import io.skipping.trino.iceberg.release.DataSplits;
import io.skipping.trino.iceberg.summarize.IcebergSummarizeSplit.Unit;
import io.skipping.trino.iceberg.table.StoredFile;
import io.trino.plugin.hive.HiveTransactionHandle;
import io.trino.plugin.iceberg.IcebergColumnHandle;
import io.trino.plugin.iceberg.IcebergSplit;
import io.trino.spi.SplitWeight;
import io.trino.spi.TrinoException;
import io.trino.spi.connector.ConnectorPageSource;
import io.trino.spi.connector.ConnectorPageSourceProvider;
import io.trino.spi.connector.ConnectorSession;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.iceberg.mapping.NameMapping;
import org.apache.iceberg.mapping.NameMappingParser;

/** Reads data files through the stock connector's own readers and summarises them. */
final class IcebergUnits implements UnitSource<Unit> {
    private final ConnectorPageSourceProvider readers;
    private final IcebergFooters footers;
    private final ConnectorSession session;
    private final TableCredentials credentials;
    private final SplitRead wholeFiles;
    private final SplitRead ranges;
    private final Optional<NameMapping> nameMapping;
    private final Map<IndexedColumn, IcebergColumnHandle> handles;
    private final RangeSummaries summaries;

    /**
     * Creates a source.
     *
     * @param readers open the files; used for this source only
     * @param columns the columns of the table that an index can cover
     */
    IcebergUnits(
            ConnectorPageSourceProvider readers,
            IcebergFooters footers,
            IndexTypes indexTypes,
            ColumnPaths paths,
            ConnectorSession session,
            TableCredentials credentials,
            IcebergSummarizeHandle handle,
            List<IcebergColumnHandle> columns,
            List<IndexDefinition> definitions) {
        this.readers = requireNonNull(readers, "readers is null");
        this.footers = requireNonNull(footers, "footers is null");
        this.session = requireNonNull(session, "session is null");
        this.credentials = requireNonNull(credentials, "credentials is null");
        // readers require a transaction, but do not use it
        HiveTransactionHandle transaction = new HiveTransactionHandle(true);
        this.wholeFiles = SplitRead.outsideScans(transaction, session, handle.table(), credentials);
        this.ranges = SplitRead.outsideScans(transaction, new RangesSession(session), handle.table(), credentials);
        this.nameMapping = handle.table().getNameMappingJson().map(NameMappingParser::fromJson);
        this.handles = ImmutableMap.copyOf(Maps.uniqueIndex(columns, IcebergColumns::indexed));
        this.summaries = new RangeSummaries(
                indexTypes, SummaryColumns.of(definitions, paths, ImmutableList.copyOf(handles.keySet())));
    }

    @Override
    public LiveObject object(Unit unit) {
        return StoredFile.object(unit.split(), Profile.of(unit.profile()));
    }

    @Override
    public long bytes(Unit unit) {
        return DataSplits.fileSize(unit.split());
    }

    @Override
    public boolean isFirst(Unit unit) {
        return true;
    }

    @Override
    public List<RangeSummary> summarize(Unit unit) throws IOException {
        if (unit.encrypted()) {
            throw new TrinoException(
                    NOT_SUPPORTED,
                    "The file is encrypted: the index would hold values that are not encrypted. Queries read it");
        }
        IcebergSplit split = unit.split();
        long size = footers.size(session, credentials, split);
        if (size != DataSplits.fileSize(split)) {
            throw new TrinoException(
                    ICEBERG_INVALID_METADATA,
                    "The file has %d bytes, and its manifest says %d: it may be another one. Queries read it"
                            .formatted(size, DataSplits.fileSize(split)));
        }
        return switch (DataSplits.format(split)) {
            case PARQUET ->
                ofColumnar(
                        unit, footers.parquet(session, credentials, split, nameMapping, handles(summaries.columns())));
            case ORC ->
                ofColumnar(unit, footers.orc(session, credentials, split, nameMapping, handles(summaries.columns())));
            case AVRO -> {
                ByteRange whole = new ByteRange(0, DataSplits.fileSize(split));
                yield ImmutableList.of(summaries.of(whole, open(unit, whole, summaries.columns())));
            }
        };
    }

    private List<RangeSummary> ofColumnar(Unit unit, ColumnarFooter footer) throws IOException {
        return summaries.ofColumnar(footer, unit.rangeBytes(), (range, wanted) -> open(unit, range, wanted));
    }

    private ConnectorPageSource open(Unit unit, ByteRange range, SummaryColumns wanted) {
        IcebergSplit split = unit.split();
        List<IcebergColumnHandle> columns = handles(wanted);
        return (range.length() == DataSplits.fileSize(split) ? wholeFiles : ranges)
                .open(
                        readers,
                        DataSplits.narrowed(split, range, SplitWeight.standard()),
                        columns.isEmpty() ? anyColumn(unit) : columns);
    }

    /**
     * Returns a column whose values are counted. Asked for no columns, the reader returns as many rows as the manifest says; this is
     * what remains of a file of which no column can be read.
     */
    private List<IcebergColumnHandle> anyColumn(Unit unit) {
        return handles.values().stream()
                .filter(column -> !unit.retyped().contains(column.getId()))
                .limit(1)
                .collect(toImmutableList());
    }

    private List<IcebergColumnHandle> handles(SummaryColumns wanted) {
        return wanted.columns().stream().map(handles::get).collect(toImmutableList());
    }
}
