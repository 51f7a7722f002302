// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.kafka;

import io.skipping.partitioner.ModelJson;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.Optional;

/** Reads a file from a web server or an object store, again whenever its ETag has changed, or always if it has none. */
final class HttpSource implements ModelSource {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

    /** One more than a model may have, so that a longer one is noticed. */
    private static final int MOST_BYTES = ModelJson.MOST_CHARS + 1;

    private final URI location;
    private final String name;
    private Optional<String> etag = Optional.empty();

    HttpSource(URI location) throws URISyntaxException {
        this.location = location;
        // the query may contain a signature, and the user part a password
        name = new URI(
                        location.getScheme(),
                        null,
                        location.getHost(),
                        location.getPort(),
                        location.getPath(),
                        null,
                        null)
                .toString();
    }

    @Override
    public Optional<String> read() throws IOException {
        HttpURLConnection connection = (HttpURLConnection) location.toURL().openConnection();
        try {
            connection.setConnectTimeout((int) TIMEOUT.toMillis());
            connection.setReadTimeout((int) TIMEOUT.toMillis());
            etag.ifPresent(known -> connection.setRequestProperty("If-None-Match", known));
            int status = connection.getResponseCode();
            if (status == HttpURLConnection.HTTP_NOT_MODIFIED && etag.isPresent()) {
                return Optional.empty();
            }
            if (status != HttpURLConnection.HTTP_OK) {
                throw new IOException("the server answers " + status);
            }
            etag = Optional.empty();
            byte[] content;
            try (InputStream body = connection.getInputStream()) {
                content = body.readNBytes(MOST_BYTES);
            }
            // to Java before 24, a connection that breaks off looks like the end of the body
            long length = connection.getContentLengthLong();
            if (content.length < Math.min(length, MOST_BYTES)) {
                throw new IOException("the answer ends after %d of %d bytes".formatted(content.length, length));
            }
            String text = ModelJson.decode(content);
            etag = Optional.ofNullable(connection.getHeaderField("ETag"));
            return Optional.of(text);
        } finally {
            connection.disconnect();
        }
    }

    @Override
    public void forget() {
        etag = Optional.empty();
    }

    @Override
    public String name() {
        return name;
    }
}
