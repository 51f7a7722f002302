// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.search.client;

import static com.google.common.base.Preconditions.checkArgument;
import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.http.HttpEntity;
import org.elasticsearch.client.Response;

/** Holds the response of a node in memory. */
record Answer(String node, Response response) {
    Answer {
        requireNonNull(node, "node is null");
        requireNonNull(response, "response is null");
    }

    int status() {
        return response.getStatusLine().getStatusCode();
    }

    boolean isSuccess() {
        return status() >= 200 && status() < 300;
    }

    InputStream content() throws IOException {
        HttpEntity entity = response.getEntity();
        return entity == null ? InputStream.nullInputStream() : entity.getContent();
    }

    Optional<String> header(String name) {
        return Optional.ofNullable(response.getHeader(name));
    }

    /** Returns how long the node asks clients to wait. */
    Optional<Duration> retryAfter() {
        return header("Retry-After").flatMap(Answer::parseRetryAfter);
    }

    private static Optional<Duration> parseRetryAfter(String value) {
        try {
            long seconds = value.strip().matches("\\d+")
                    ? Long.parseLong(value.strip())
                    : Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(value.strip()))
                                    .getEpochSecond()
                            - Instant.now().getEpochSecond();
            checkArgument(seconds < TimeUnit.DAYS.toSeconds(365), "not a pause");
            return Optional.of(Duration.ofSeconds(Math.max(0, seconds)));
        } catch (DateTimeParseException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }
}
