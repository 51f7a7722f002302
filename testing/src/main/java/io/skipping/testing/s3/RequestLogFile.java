// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.s3;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * Writes each request at once to a file, as one JSON object per line. The file stays open as long as the process runs.
 */
final class RequestLogFile implements Consumer<LoggedRequest> {
    private final ObjectMapper mapper = new ObjectMapper();
    private final BufferedWriter writer;

    /** Opens the file and replaces its content. */
    RequestLogFile(Path file) throws IOException {
        this.writer = Files.newBufferedWriter(file);
    }

    @Override
    public void accept(LoggedRequest request) {
        ObjectNode line = mapper.createObjectNode()
                .put("start", request.start().toString())
                .put("kind", request.kind().name())
                .put("bucket", request.bucket())
                .put("key", request.key())
                .put("range", request.range().orElse(null))
                .put("status", request.status())
                .put("bytes_sent", request.bytesSent())
                .put("bytes_received", request.bytesReceived())
                .put("bytes_copied", request.bytesCopied())
                .put("seconds", request.nanos() / 1e9);
        try {
            writer.write(line.toString());
            writer.newLine();
            // a reader may look at any time
            writer.flush();
        } catch (IOException e) {
            throw new UncheckedIOException("Can't write the log of requests", e);
        }
    }
}
