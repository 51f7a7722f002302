// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.querylog;

import static com.google.common.hash.Hashing.sipHash24;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.inject.Inject;
import io.skipping.trino.core.OwnCommands;
import io.trino.spi.eventlistener.EventListener;
import io.trino.spi.eventlistener.QueryCompletedEvent;
import io.trino.spi.eventlistener.QueryInputMetadata;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Passes the scans of completed queries to the log writer. */
public final class QueryLogListener implements EventListener {
    private static final String FINISHED = "FINISHED";

    private final double sampleRate;
    private final ScanLines lines;
    private final LineWriter writer;

    /** Opens the log and starts the writer. */
    @Inject
    public QueryLogListener(QueryLogConfig config) {
        sampleRate = config.getSampleRate();
        lines = new ScanLines(
                config.isLiterals(),
                config.getMaxIntervals(),
                config.isIdentity(),
                // the text has the values
                config.isQueryText() && config.isLiterals());
        try {
            writer = new LineWriter(
                    new RotatedFile(config.getFile(), config.getMaxFileSize().toBytes(), config.getMaxFiles()));
        } catch (IOException e) {
            throw new UncheckedIOException("Can't write the query log to " + config.getFile(), e);
        }
    }

    @Override
    public void queryCompleted(QueryCompletedEvent event) {
        if (event.getFailureInfo().isPresent()
                || !event.getMetadata().getQueryState().equals(FINISHED)
                || OwnCommands.sent(event.getContext().getSource())
                || !isInSample(event.getMetadata().getQueryId(), sampleRate)) {
            return;
        }
        for (QueryInputMetadata input : event.getIoMetadata().getInputs()) {
            if (input.getConnectorInfo().orElse(null) instanceof ScanInfo scan) {
                writer.add(lines.line(event, input, scan));
            }
        }
    }

    /**
     * Returns whether a query is in the sample. The decision depends on the query's id, so either all of its scans are
     * logged or none.
     */
    static boolean isInSample(String queryId, double sampleRate) {
        double place = (sipHash24().hashString(queryId, UTF_8).asLong() >>> 11) * 0x1.0p-53;
        return place < sampleRate;
    }

    /** Writes the waiting lines. */
    @Override
    public void shutdown() {
        writer.close();
    }
}
