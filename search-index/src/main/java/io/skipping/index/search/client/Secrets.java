// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.search.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Base64;
import java.util.Optional;

/** Holds the credentials and keeps them out of messages. */
final class Secrets {
    private final Optional<String> authorization;

    Secrets(SearchOptions options) {
        authorization = options.basicAuth()
                .map(auth -> "Basic " + encode(auth.user() + ":" + auth.password()))
                .or(() -> options.apiKey().map(key -> "ApiKey " + (key.contains(":") ? encode(key) : key)));
    }

    private static String encode(String credentials) {
        return Base64.getEncoder().encodeToString(credentials.getBytes(UTF_8));
    }

    /** Returns the value of the Authorization header; empty if there are no credentials. */
    Optional<String> authorization() {
        return authorization;
    }

    /** Removes the credentials from a text, because a proxy may report a request as it received it. */
    String redact(String text) {
        return authorization
                .map(value -> text.replace(value.substring(value.indexOf(' ') + 1), "***"))
                .orElse(text);
    }

    @Override
    public String toString() {
        return "***";
    }
}
