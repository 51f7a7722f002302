// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.querylog;

import static com.google.common.hash.Hashing.sipHash24;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.inject.Inject;
import io.trino.spi.eventlistener.EventListener;
import io.trino.spi.eventlistener.QueryCompletedEvent;
import io.trino.spi.eventlistener.QueryInputMetadata;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;

/** Hands the scans of finished queries over to be written. */
public final class QueryLogListener implements EventListener {
    private static final String FINISHED = "FINISHED";

    /** As the command that trains layouts calls itself; it reads whole tables, which nobody asked for. */
    private static final String PARTITIONER = "partitioner";

    private final double sampleRate;
    private final ScanLines lines;
    private final LineWriter writer;

    /** Begins to write. */
    @Inject
    public QueryLogListener(QueryLogConfig config) {
        sampleRate = config.getSampleRate();
        lines = new ScanLines(config.isLiterals(), config.getMaxIntervals(), config.isIdentity());
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
                || event.getContext().getSource().equals(Optional.of(PARTITIONER))
                || !isInSample(event.getMetadata().getQueryId(), sampleRate)) {
            return;
        }
        for (QueryInputMetadata input : event.getIoMetadata().getInputs()) {
            if (input.getConnectorInfo().orElse(null) instanceof ScanInfo scan) {
                writer.add(() -> lines.line(event, input, scan));
            }
        }
    }

    /** By the query's id, so that all its scans are, or none. */
    static boolean isInSample(String queryId, double sampleRate) {
        double place = (sipHash24().hashString(queryId, UTF_8).asLong() >>> 11) * 0x1.0p-53;
        return place < sampleRate;
    }

    /** Writes what is waiting. */
    @Override
    public void shutdown() {
        writer.close();
    }
}
