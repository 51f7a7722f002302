// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.search.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Base64;
import java.util.Optional;

/** Credentials, on their way to the engine and nowhere else. */
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

    /** The value of the header; empty if requests go without credentials. */
    Optional<String> authorization() {
        return authorization;
    }

    /** The text without the credentials as they are sent, which a proxy that reports a request as it came would show. */
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
