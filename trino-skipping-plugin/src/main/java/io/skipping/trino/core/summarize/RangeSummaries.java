// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.summarize;

import static com.google.common.collect.ImmutableList.toImmutableList;
import static io.airlift.concurrent.MoreFutures.getFutureValue;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import io.skipping.index.ByteRange;
import io.skipping.index.IndexDefinition;
import io.skipping.index.build.FooterSummarizer;
import io.skipping.index.build.RangeSummarizer;
import io.skipping.index.type.IndexTypes;
import io.skipping.index.value.KeyColumn;
import io.skipping.trino.core.summarize.ColumnarFooter.RowGroup;
import io.trino.spi.block.Block;
import io.trino.spi.connector.ConnectorPageSource;
import io.trino.spi.connector.SourcePage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** Summarises ranges of objects: from their footers where these say enough, otherwise from their pages. */
public final class RangeSummaries {
    private final IndexTypes indexTypes;
    private final SummaryColumns columns;

    /** Holds the summaries of one range, in the form that {@link io.skipping.index.store.SegmentSink#add} takes. */
    public record RangeSummary(ByteRange range, long rowCount, List<List<KeyColumn>> summaries) {}

    /** Opens ranges of an object. */
    public interface RangeReader {
        /**
         * Opens a range.
         *
         * @param wanted the columns to read; a channel for each of {@link SummaryColumns#columns}, and others after them
         */
        ConnectorPageSource open(ByteRange range, SummaryColumns wanted) throws IOException;
    }

    /**
     * Creates summaries of some columns.
     *
     * @param columns everything that is summarised
     */
    public RangeSummaries(IndexTypes indexTypes, SummaryColumns columns) {
        this.indexTypes = requireNonNull(indexTypes, "indexTypes is null");
        this.columns = requireNonNull(columns, "columns is null");
    }

    public SummaryColumns columns() {
        return columns;
    }

    /**
     * Summarises the ranges of an object with row groups or stripes.
     *
     * @param rangeBytes the target length of ranges
     * @return the ranges in order
     * @throws IOException also if the reader does not find all rows that the footer states
     */
    public List<RangeSummary> ofColumnar(ColumnarFooter footer, long rangeBytes, RangeReader reader)
            throws IOException {
        List<ByteRange> ranges = footer.ranges(rangeBytes);
        if (footer.haveAllGroups(ranges)) {
            List<RangeSummary> result = new ArrayList<>();
            for (ByteRange range : ranges) {
                ofColumnar(range, footer, reader).ifPresent(result::add);
            }
            if (result.size() == ranges.size()) {
                return result;
            }
        }
        // some writers record offsets at which some readers do not find the row group: such an object must not be cut,
        // and statistics of the groups that were found are not those of all rows that a reader returns
        SummaryColumns alike = columns.withoutValuesOf(footer.unlike());
        ByteRange whole = footer.whole();
        RangeSummary read = of(whole, whole.length(), alike, Optional.empty(), reader.open(whole, alike));
        if (read.rowCount() != footer.rowCount()) {
            // another release of Trino, or another engine, may find them
            throw new IOException("The footer states %s rows, of which this release of Trino finds %s"
                    .formatted(footer.rowCount(), read.rowCount()));
        }
        return ImmutableList.of(read);
    }

    /** Returns the summaries of a range; empty if the reader finds other rows than the footer says. */
    private Optional<RangeSummary> ofColumnar(ByteRange range, ColumnarFooter footer, RangeReader reader)
            throws IOException {
        List<RowGroup> groups = footer.groupsIn(range);
        Map<IndexDefinition, List<KeyColumn>> summaries = new HashMap<>(FooterSummarizer.summarize(
                columns.definitions(),
                indexTypes::get,
                groups.stream().map(RowGroup::statistics).collect(toImmutableList()),
                range.length()));
        long rowCount = groups.stream().mapToLong(RowGroup::rowCount).sum();
        SummaryColumns rest = columns.without(summaries.keySet()).withoutValuesOf(footer.unlike());
        if (!rest.definitions().isEmpty()) {
            RangeSummary read = of(range, range.length(), rest, Optional.empty(), reader.open(range, rest));
            if (read.rowCount() != rowCount) {
                return Optional.empty();
            }
            for (int i = 0; i < rest.definitions().size(); i++) {
                summaries.put(rest.definitions().get(i), read.summaries().get(i));
            }
        }
        return Optional.of(new RangeSummary(
                range,
                rowCount,
                columns.definitions().stream().map(summaries::get).collect(toImmutableList())));
    }

    /** Summarises a range from its pages, and closes their source. */
    public RangeSummary of(ByteRange range, ConnectorPageSource pages) throws IOException {
        return of(range, range.length(), Optional.empty(), pages);
    }

    /**
     * Summarises a range from its pages, and closes their source.
     *
     * @param weight the bytes of which the summaries may take a certain share
     * @param usable returns whether all values of a column in a page can be used
     */
    public RangeSummary of(ByteRange range, long weight, Optional<Predicate<Block>> usable, ConnectorPageSource pages)
            throws IOException {
        return of(range, weight, columns, usable, pages);
    }

    private RangeSummary of(
            ByteRange range,
            long weight,
            SummaryColumns wanted,
            Optional<Predicate<Block>> usable,
            ConnectorPageSource pages)
            throws IOException {
        RangeSummarizer summarizer =
                new RangeSummarizer(wanted.definitions(), indexTypes::get, wanted.indexed(), weight);
        PathValues values = usable.map(test -> new PathValues(wanted, test)).orElseGet(() -> new PathValues(wanted));
        read(pages, page -> {
            summarizer.add(page.getPositionCount(), values.next(page));
            return true;
        });
        return new RangeSummary(range, summarizer.rowCount(), summarizer.finish());
    }

    /**
     * Passes the pages to the reader one by one, and closes their source.
     *
     * @param reader returns whether it wants another page
     */
    public static void read(ConnectorPageSource source, Predicate<SourcePage> reader) throws IOException {
        try (source) {
            boolean more = true;
            while (more && !source.isFinished()) {
                getFutureValue(source.isBlocked());
                SourcePage page = source.getNextSourcePage();
                more = page == null || reader.test(page);
            }
        }
    }
}
