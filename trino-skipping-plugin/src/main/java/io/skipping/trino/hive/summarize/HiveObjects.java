// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.summarize;

import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import io.skipping.index.ByteRange;
import io.skipping.index.IndexDefinition;
import io.skipping.index.IndexedColumn;
import io.skipping.index.LiveObject;
import io.skipping.index.build.RangePlanner;
import io.skipping.trino.core.engine.SplitBatches;
import io.skipping.trino.core.path.ColumnPath;
import io.skipping.trino.core.path.ColumnPaths;
import io.skipping.trino.core.summarize.BuildReport;
import io.skipping.trino.core.summarize.ObjectsToSummarize;
import io.skipping.trino.core.summarize.PossibleIndexes;
import io.skipping.trino.core.summarize.SummarizeBatches;
import io.skipping.trino.hive.format.HiveFormat;
import io.skipping.trino.hive.format.ReaderProfile;
import io.skipping.trino.hive.handle.HiveColumns;
import io.skipping.trino.hive.handle.SkippingSplit;
import io.skipping.trino.hive.summarize.SummarizeSplit.Unit;
import io.skipping.trino.hive.table.HiveTables;
import io.skipping.trino.hive.table.HiveTables.ObjectNames;
import io.trino.plugin.hive.HiveSplit;
import io.trino.spi.StandardErrorCode;
import io.trino.spi.TrinoException;
import io.trino.spi.connector.ConnectorSplit;
import io.trino.spi.connector.SchemaTableName;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;

/** Lists a Hive table for a build, and cuts objects as their formats allow. */
final class HiveObjects implements ObjectsToSummarize<HiveSplit, Unit> {
    /** The assumed bytes of text per byte of gzip, used to estimate how many ranges an object will have. */
    static final int TEXT_COMPRESSION = 4;

    /** The maximum number of ranges of an object, each of which takes some memory here: an object of a terabyte has them at 1 MB each. */
    private static final int MOST_RANGES = 1 << 20;

    private final SummarizeHandle handle;
    private final Supplier<SplitBatches> listing;
    private final ObjectNames names;
    private final BooleanSupplier isThere;
    private final Function<List<HiveSplit>, List<ColumnPath>> sampler;
    private final PossibleIndexes possible;

    /**
     * Creates the objects of a call.
     *
     * @param listing starts a listing of the table through Hive's split source
     * @param isThere returns whether the table still exists
     */
    HiveObjects(
            SummarizeHandle handle,
            Supplier<SplitBatches> listing,
            ObjectNames names,
            BooleanSupplier isThere,
            Function<List<HiveSplit>, List<ColumnPath>> sampler,
            ColumnPaths paths) {
        this.handle = requireNonNull(handle, "handle is null");
        this.listing = requireNonNull(listing, "listing is null");
        this.names = requireNonNull(names, "names is null");
        this.isThere = requireNonNull(isThere, "isThere is null");
        this.sampler = requireNonNull(sampler, "sampler is null");
        this.possible = new PossibleIndexes(paths, this::columns, HiveColumns::position);
    }

    @Override
    public SchemaTableName table() {
        return handle.table().getSchemaTableName();
    }

    @Override
    public boolean isThere() {
        return isThere.getAsBoolean();
    }

    @Override
    public boolean isIndexKeptByRename() {
        return false;
    }

    @Override
    public List<IndexedColumn> columns() {
        return HiveColumns.indexed(HiveTables.dataColumns(handle.table()));
    }

    @Override
    public SplitBatches list() {
        return listing.get();
    }

    @Override
    public boolean begins(HiveSplit split) {
        return HiveTables.beginsObject(split);
    }

    @Override
    public void check(HiveSplit split) {
        if (split.getAcidInfo().isPresent() || split.getSchema().isFullAcidTable()) {
            throw new TrinoException(
                    StandardErrorCode.NOT_SUPPORTED,
                    "ACID tables cannot be indexed: their rows are assembled from several objects. Queries work without an index");
        }
        if (ReaderProfile.isProtobuf(split.getSchema())) {
            throw new TrinoException(
                    StandardErrorCode.NOT_SUPPORTED,
                    "Tables of Protocol Buffers cannot be indexed: a change to the descriptor in hive.protobuf.descriptors.location goes unnoticed. Queries work without an index");
        }
        if (ReaderProfile.dependsOnFile(split.getSchema())) {
            throw new TrinoException(
                    StandardErrorCode.NOT_SUPPORTED,
                    "Tables with avro.schema.url cannot be indexed: a change to the schema in that file goes unnoticed. Put the schema itself into avro.schema.literal. Queries work without an index");
        }
        if (ReaderProfile.dependsOnQuery(split.getSchema())) {
            throw new TrinoException(
                    StandardErrorCode.NOT_SUPPORTED,
                    "Tables of JSON with a column that is named like the place of another one, such as _col1, cannot be indexed: its values depend on which columns are read. Queries work without an index");
        }
    }

    @Override
    public LiveObject object(HiveSplit split) {
        return names.of(split);
    }

    /**
     * Leaves out indexes over columns for which the object's partition declares another type: once it declares the type of the table, the
     * values are read differently, and nothing else tells that the object needs other summaries.
     */
    @Override
    public List<IndexDefinition> definitions(HiveSplit split, List<IndexDefinition> wanted) {
        return possible.without(split.getHiveColumnCoercions().keySet(), wanted);
    }

    @Override
    public List<ColumnPath> casts(List<HiveSplit> splits) {
        return sampler.apply(splits);
    }

    @Override
    public Units<Unit> units(HiveSplit first, LiveObject object, long knownRanges) {
        long size = first.getEstimatedFileSize();
        SkippingSplit whole = SkippingSplit.object(first);
        HiveFormat format = HiveFormat.of(first.getSchema());
        long lineBytes = handle.rangeSizes().after(knownRanges);
        long rangeBytes =
                format == HiveFormat.LINES ? lineBytes : handle.rangeSizes().largest();
        while (size / rangeBytes > MOST_RANGES) {
            // doubled, so that ranges still begin where splits do
            rangeBytes *= 2;
        }
        return switch (HiveFormat.cutting(first)) {
            case NOWHERE -> one(unit(whole, object, ImmutableList.of(new ByteRange(0, size)), rangeBytes), 0);
            case BETWEEN_ENDS -> fixedUnits(whole, object, rangeBytes);
            case AT_MEMBERS -> {
                // about as many stored bytes as a range of uncompressed text, so that the index has the same proportion
                long textBytes = TEXT_COMPRESSION * rangeBytes;
                yield one(unit(whole, object, ImmutableList.of(), textBytes), 1 + size / rangeBytes);
            }
            case ANYWHERE ->
                format == HiveFormat.COLUMNAR
                        ? one(unit(whole, object, ImmutableList.of(), rangeBytes), 0)
                        : fixedUnits(whole, object, rangeBytes);
        };
    }

    private static Units<Unit> one(Unit unit, long ranges) {
        return new Units<>(ImmutableList.of(unit), ranges);
    }

    private static Units<Unit> fixedUnits(SkippingSplit whole, LiveObject object, long rangeBytes) {
        ImmutableList.Builder<Unit> units = ImmutableList.builder();
        List<ByteRange> together = new ArrayList<>();
        List<ByteRange> ranges = RangePlanner.fixed(whole.getEstimatedFileSize(), rangeBytes);
        for (ByteRange range : ranges) {
            if (!together.isEmpty() && range.end() - together.getFirst().start() > SummarizeBatches.UNIT_BYTES) {
                units.add(unitOfRanges(whole, object, together, rangeBytes));
                together.clear();
            }
            together.add(range);
        }
        if (!together.isEmpty()) {
            units.add(unitOfRanges(whole, object, together, rangeBytes));
        }
        return new Units<>(units.build(), ranges.size());
    }

    private static Unit unitOfRanges(SkippingSplit whole, LiveObject object, List<ByteRange> ranges, long rangeBytes) {
        long start = ranges.getFirst().start();
        ByteRange all = new ByteRange(start, ranges.getLast().end() - start);
        return unit(SkippingSplit.piece(whole, all), object, ranges, rangeBytes);
    }

    private static Unit unit(SkippingSplit split, LiveObject object, List<ByteRange> ranges, long rangeBytes) {
        return new Unit(split, object.version().tag(), object.profile().text(), ranges, rangeBytes);
    }

    @Override
    public long bytes(Unit unit) {
        return unit.split().getLength();
    }

    @Override
    public ConnectorSplit split(BuildReport report, List<IndexDefinition> definitions, List<Unit> units) {
        return new SummarizeSplit(report, definitions, units);
    }
}
