// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.summarize;

import static io.trino.spi.function.table.TableFunctionProcessorState.Finished.FINISHED;
import static io.trino.spi.function.table.TableFunctionProcessorState.Processed.produced;
import static java.util.Objects.requireNonNull;

import com.google.common.collect.ImmutableList;
import io.airlift.log.Logger;
import io.skipping.index.IndexDefinition;
import io.skipping.index.LiveObject;
import io.skipping.index.store.SegmentSink;
import io.skipping.index.store.TableIndex;
import io.skipping.trino.core.summarize.RangeSummaries.RangeSummary;
import io.trino.spi.Page;
import io.trino.spi.function.table.TableFunctionProcessorState;
import io.trino.spi.function.table.TableFunctionSplitProcessor;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.function.Supplier;

/**
 * Processes one split: reads and summarises its units, stores the summaries under the build's name, and reports the
 * result.
 */
public final class SummarizeProcessor<U> implements TableFunctionSplitProcessor {
    private static final Logger log = Logger.get(SummarizeProcessor.class);

    /** The maximum number of characters of a message in the result. The log has the full message. */
    private static final int LONGEST_REASON = 1000;

    private final BuildReport report;
    private final List<IndexDefinition> definitions;
    private final List<U> units;
    private final Supplier<TableIndex> index;
    private final UnitSource<U> source;
    private boolean done;
    /** what is left to be returned */
    private Iterator<Page> pages = Collections.emptyIterator();

    /**
     * Creates a processor for a split.
     *
     * @param report what to report if there are no units
     * @param definitions the indexes to build
     * @param units what to summarise
     * @param index opens the index; not called if there are no units
     */
    public SummarizeProcessor(
            BuildReport report,
            List<IndexDefinition> definitions,
            List<U> units,
            Supplier<TableIndex> index,
            UnitSource<U> source) {
        this.report = requireNonNull(report, "report is null");
        this.definitions = ImmutableList.copyOf(definitions);
        this.units = ImmutableList.copyOf(units);
        this.index = requireNonNull(index, "index is null");
        this.source = requireNonNull(source, "source is null");
    }

    @Override
    public TableFunctionProcessorState process() {
        if (!done) {
            done = true;
            pages = events().build().iterator();
        }
        return pages.hasNext() ? produced(pages.next()) : FINISHED;
    }

    private Events events() {
        Events events = new Events(report.build());
        if (units.isEmpty()) {
            events.planned(report.plannedObjects(), report.plannedBytes(), report.changes());
            events.current(report.currentObjects(), report.currentBytes());
            if (report.youngObjects() > 0) {
                events.young(report.youngObjects(), report.youngBytes());
            }
            report.failed().forEach(object -> events.failed(object.path(), object.bytes(), object.message()));
        } else {
            summarize(events);
        }
        return events;
    }

    private void summarize(Events events) {
        long objects = 0;
        long bytes = 0;
        long ranges = 0;
        long rows = 0;
        try (SegmentSink sink = index.get().newSegment(report.build(), definitions)) {
            for (U unit : units) {
                LiveObject object = source.object(unit);
                List<RangeSummary> summaries = new ArrayList<>();
                try {
                    summaries.addAll(source.summarize(unit));
                } catch (Exception | StackOverflowError | LinkageError | AssertionError e) {
                    // an unreadable object must not keep the others from being indexed; queries will read it and
                    // succeed or fail as they would without an index. One text can make a regular expression overflow
                    // the stack
                    String path = object.version().path();
                    log.warn(e, "Cannot summarise %s", path);
                    events.failed(path, source.bytes(unit), reason(e));
                    continue;
                }
                for (RangeSummary summary : summaries) {
                    sink.add(object, summary.range(), summary.rowCount(), summary.summaries());
                    rows += summary.rowCount();
                }
                ranges += summaries.size();
                objects += source.isFirst(unit) ? 1 : 0;
                bytes += source.bytes(unit);
            }
            events.done(objects, bytes, ranges, rows, ranges > 0 ? sink.finish() : 0);
        }
    }

    private static String reason(Throwable failure) {
        Throwable cause = failure;
        while (cause.getMessage() == null && cause.getCause() != null) {
            cause = cause.getCause();
        }
        String message = cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
        return message.length() <= LONGEST_REASON ? message : message.substring(0, LONGEST_REASON) + "…";
    }
}
