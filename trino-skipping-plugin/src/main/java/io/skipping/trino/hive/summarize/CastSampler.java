// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.summarize;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static io.trino.spi.type.BigintType.BIGINT;
import static io.trino.spi.type.DateType.DATE;
import static io.trino.spi.type.DoubleType.DOUBLE;
import static io.trino.spi.type.IntegerType.INTEGER;
import static io.trino.spi.type.TimestampType.TIMESTAMP_MICROS;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.inject.Inject;
import io.airlift.log.Logger;
import io.airlift.slice.SliceUtf8;
import io.skipping.index.ByteRange;
import io.skipping.trino.core.path.ColumnPath;
import io.skipping.trino.core.summarize.RangeSummaries;
import io.skipping.trino.hive.format.HiveFormat;
import io.skipping.trino.hive.handle.HiveColumns;
import io.skipping.trino.hive.handle.SkippingSplit;
import io.skipping.trino.hive.read.HiveReads;
import io.skipping.trino.hive.read.RangeReader;
import io.skipping.trino.hive.table.HiveTables;
import io.trino.plugin.hive.HiveColumnHandle;
import io.trino.plugin.hive.HivePageSourceProvider;
import io.trino.plugin.hive.HiveSplit;
import io.trino.plugin.hive.HiveTableHandle;
import io.trino.spi.Page;
import io.trino.spi.block.Block;
import io.trino.spi.connector.ColumnHandle;
import io.trino.spi.connector.ConnectorPageSource;
import io.trino.spi.connector.ConnectorSession;
import io.trino.spi.type.Type;
import io.trino.spi.type.VarcharType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Finds text columns that hold numbers, dates or timestamps, as all columns of a CSV table may, by reading the
 * beginnings of some objects. The result only helps to choose indexes: later text may be anything.
 */
public class CastSampler {
    private static final Logger log = Logger.get(CastSampler.class);

    private static final int ROWS = 1000;
    private static final int BYTES = 64 * 1024;

    /** The share of non-blank texts that must cast. The others may be typing errors, or stand for "unknown". */
    private static final double SHARE = 0.9;

    /** The types that a query may cast to. Text that casts to one type of a family also casts to the types after it. */
    private static final List<List<Type>> FAMILIES =
            ImmutableList.of(ImmutableList.of(INTEGER, BIGINT, DOUBLE), ImmutableList.of(DATE, TIMESTAMP_MICROS));

    private final HivePageSourceProvider hive;
    private final RangeReader rangeReader;

    @Inject
    public CastSampler(HivePageSourceProvider hive, RangeReader rangeReader) {
        this.hive = requireNonNull(hive, "hive is null");
        this.rangeReader = requireNonNull(rangeReader, "rangeReader is null");
    }

    /**
     * Returns the casts that worked for nearly every text in the sample, and the texts of these columns that do not
     * cast.
     *
     * @param splits some of them are read
     */
    List<ColumnPath> sample(ConnectorSession session, HiveTableHandle table, List<HiveSplit> splits) {
        List<HiveColumnHandle> texts = HiveTables.dataColumns(table).stream()
                .filter(column -> column.getType() instanceof VarcharType)
                .collect(toImmutableList());
        List<HiveSplit> objects =
                splits.stream().filter(split -> split.getStart() == 0).collect(toImmutableList());
        if (texts.isEmpty() || objects.isEmpty()) {
            return ImmutableList.of();
        }
        List<Page> pages = new ArrayList<>();
        for (int i : ImmutableSet.of(0, objects.size() / 2, objects.size() - 1)) {
            try {
                pages.addAll(beginning(session, table, texts, objects.get(i)));
            } catch (IOException | RuntimeException e) {
                // the build itself will report an object that cannot be read
                log.debug(e, "No sample of %s", objects.get(i).getPath());
            }
        }
        return IntStream.range(0, texts.size())
                .boxed()
                .flatMap(i -> casts(
                        HiveColumns.path(texts.get(i)).orElseThrow(),
                        pages.stream().map(page -> page.getBlock(i)).collect(toImmutableList()))
                        .stream())
                .collect(toImmutableList());
    }

    private List<Page> beginning(
            ConnectorSession session, HiveTableHandle table, List<HiveColumnHandle> columns, HiveSplit object)
            throws IOException {
        List<Page> pages = new ArrayList<>();
        AtomicInteger rows = new AtomicInteger();
        RangeSummaries.read(open(session, table, columns, object), page -> {
            pages.add(page.getPage());
            return rows.addAndGet(page.getPositionCount()) < ROWS;
        });
        if (HiveFormat.cutting(object) == HiveFormat.Cutting.BETWEEN_ENDS) {
            // the beginning of an object does not show how many of its last lines are footer lines
            leaveOutLast(pages, HiveFormat.textEnds(object.getSchema()).footerLines());
        }
        return pages;
    }

    private static void leaveOutLast(List<Page> pages, int rows) {
        for (int rest = rows; rest > 0 && !pages.isEmpty(); ) {
            Page last = pages.removeLast();
            if (last.getPositionCount() > rest) {
                pages.add(last.getRegion(0, last.getPositionCount() - rest));
            }
            rest -= last.getPositionCount();
        }
    }

    /** Opens as much of an object as is needed, if its format allows reading less than all of it. */
    private ConnectorPageSource open(
            ConnectorSession session, HiveTableHandle table, List<HiveColumnHandle> columns, HiveSplit object) {
        long size = object.getEstimatedFileSize();
        List<ColumnHandle> handles = ImmutableList.copyOf(columns);
        boolean splittable = switch (HiveFormat.cutting(object)) {
            case ANYWHERE, BETWEEN_ENDS -> true;
            case AT_MEMBERS, NOWHERE -> false;
        };
        if (!RangeReader.canRead(object) || !splittable) {
            return HivePages.open(hive, session, table, object, new ByteRange(0, size), columns);
        }
        // Hive's own readers would fetch all of an object that is not large
        SkippingSplit beginning = SkippingSplit.piece(object, new ByteRange(0, Math.min(size, BYTES)));
        return rangeReader.open(session, beginning).read(HiveReads.outsideScans(session, table), beginning, handles);
    }

    private static List<ColumnPath> casts(ColumnPath column, List<Block> sample) {
        long texts = sample.stream().mapToLong(CastSampler::texts).sum();
        for (List<Type> types : FAMILIES) {
            long mostCast = casting(column, types.getLast(), sample);
            if (mostCast == 0 || mostCast < SHARE * texts) {
                continue;
            }
            List<Type> chosen = types.stream()
                    .dropWhile(type -> casting(column, type, sample) < mostCast)
                    .toList();
            return chosen.stream()
                    .flatMap(type -> indexed(column, type))
                    .distinct()
                    .collect(toImmutableList());
        }
        return ImmutableList.of();
    }

    /** Returns the paths to index so that casts to the type prune. */
    private static Stream<ColumnPath> indexed(ColumnPath column, Type type) {
        // the value of text as a date follows from its value as a timestamp
        Optional<ColumnPath> cast = type == DATE ? Optional.empty() : column.cast(type);
        return Stream.of(cast, column.uncast(type)).flatMap(Optional::stream);
    }

    /** Returns the number of non-blank texts. */
    private static long texts(Block block) {
        return IntStream.range(0, block.getPositionCount())
                .filter(position -> !block.isNull(position)
                        && SliceUtf8.trim(VarcharType.VARCHAR.getSlice(block, position))
                                        .length()
                                > 0)
                .count();
    }

    /** Returns how many of the texts cast. */
    private static long casting(ColumnPath column, Type type, List<Block> sample) {
        ColumnPath cast = column.cast(type).orElseThrow();
        return sample.stream()
                // one by one, so that a text whose cast is unknown does not hide the others
                .flatMap(block ->
                        IntStream.range(0, block.getPositionCount()).mapToObj(position -> block.getRegion(position, 1)))
                .filter(text ->
                        cast.follow(text).filter(read -> !read.isNull(0)).isPresent())
                .count();
    }
}
