// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.hive.summarize;

import static io.trino.spi.function.table.TableFunctionProcessorState.Finished.FINISHED;
import static io.trino.spi.function.table.TableFunctionProcessorState.Processed.produced;
import static java.util.Objects.requireNonNull;

import io.airlift.log.Logger;
import io.skipping.index.LiveObject;
import io.skipping.index.Profile;
import io.skipping.index.store.SegmentSink;
import io.skipping.index.store.TableIndex;
import io.skipping.trino.core.summarize.EventPage;
import io.skipping.trino.hive.summarize.SummarizeSplit.Unit;
import io.skipping.trino.hive.table.HiveTables;
import io.trino.spi.function.table.TableFunctionProcessorState;
import io.trino.spi.function.table.TableFunctionSplitProcessor;
import java.util.ArrayList;
import java.util.List;

/**
 * Processes one split: reads and summarises its units, stores the summaries under the build's name, and reports the
 * result.
 */
final class SummarizeProcessor implements TableFunctionSplitProcessor {
    private static final Logger log = Logger.get(SummarizeProcessor.class);

    /** The maximum number of characters of a message in the result. The log has the full message. */
    private static final int LONGEST_REASON = 1000;

    private final SummarizeSplit split;
    private final TableIndex index;
    private final UnitSummarizer summarizer;
    private boolean done;

    SummarizeProcessor(SummarizeSplit split, TableIndex index, UnitSummarizer summarizer) {
        this.split = requireNonNull(split, "split is null");
        this.index = requireNonNull(index, "index is null");
        this.summarizer = requireNonNull(summarizer, "summarizer is null");
    }

    @Override
    public TableFunctionProcessorState process() {
        if (done) {
            return FINISHED;
        }
        done = true;
        EventPage events = new EventPage(split.build());
        if (split.units().isEmpty()) {
            events.planned(split.plannedObjects(), split.plannedBytes(), split.changes());
            events.current(split.currentObjects(), split.currentBytes());
            if (split.youngObjects() > 0) {
                events.young(split.youngObjects(), split.youngBytes());
            }
        } else {
            summarize(events);
        }
        return produced(events.build());
    }

    private void summarize(EventPage events) {
        long objects = 0;
        long bytes = 0;
        long ranges = 0;
        long rows = 0;
        try (SegmentSink sink = index.newSegment(split.build(), split.definitions())) {
            for (Unit unit : split.units()) {
                List<UnitSummarizer.RangeSummary> summaries = new ArrayList<>();
                try {
                    summaries.addAll(summarizer.summarize(unit));
                } catch (Exception e) {
                    // an unreadable object must not keep the others from being indexed; queries will read it and
                    // succeed or fail as they would without an index
                    log.warn(e, "Cannot summarise %s", unit.split().getPath());
                    events.failed(unit.split().getPath(), unit.split().getLength(), reason(e));
                    continue;
                }
                LiveObject object = HiveTables.object(unit.split(), unit.tag(), Profile.of(unit.profile()));
                for (UnitSummarizer.RangeSummary summary : summaries) {
                    sink.add(object, summary.range(), summary.rowCount(), summary.summaries());
                    rows += summary.rowCount();
                }
                ranges += summaries.size();
                objects += unit.split().getStart() == 0 ? 1 : 0;
                bytes += unit.split().getLength();
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
