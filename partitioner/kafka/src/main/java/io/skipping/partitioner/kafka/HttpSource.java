// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.partitioner.kafka;

import io.skipping.partitioner.ModelJson;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/** Reads a file from a web server or an object store, again whenever its ETag has changed, or always if it has none. */
final class HttpSource implements ModelSource {
    private static final Duration TIMEOUT = Duration.ofSeconds(30);

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
            String content;
            try (InputStream body = connection.getInputStream()) {
                content = new String(body.readNBytes(ModelJson.MOST_CHARS + 1), StandardCharsets.UTF_8);
            }
            etag = Optional.ofNullable(connection.getHeaderField("ETag"));
            return Optional.of(content);
        } finally {
            connection.disconnect();
        }
    }

    @Override
    public String name() {
        return name;
    }
}
