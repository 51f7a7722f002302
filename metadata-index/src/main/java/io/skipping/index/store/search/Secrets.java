// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.search;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.collect.ImmutableList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** Credentials, on their way to the engine and nowhere else. */
final class Secrets {
    private final Optional<String> authorization;
    private final List<String> secrets;

    Secrets(SearchOptions options) {
        authorization = options.basicAuth()
                .map(auth -> "Basic " + encode(auth.user() + ":" + auth.password()))
                .or(() -> options.apiKey().map(key -> "ApiKey " + (key.contains(":") ? encode(key) : key)));
        ImmutableList.Builder<String> builder = ImmutableList.builder();
        authorization.map(value -> value.substring(value.indexOf(' ') + 1)).ifPresent(builder::add);
        options.basicAuth().map(SearchOptions.BasicAuth::password).ifPresent(builder::add);
        options.apiKey().ifPresent(builder::add);
        options.apiKey()
                .filter(key -> key.contains(":"))
                .map(key -> key.substring(key.indexOf(':') + 1))
                .ifPresent(builder::add);
        secrets = builder.build().stream().filter(secret -> !secret.isEmpty()).toList();
    }

    private static String encode(String credentials) {
        return Base64.getEncoder().encodeToString(credentials.getBytes(UTF_8));
    }

    /** The value of the header; empty if requests go without credentials. */
    Optional<String> authorization() {
        return authorization;
    }

    /** The text without the credentials, which a proxy that reports a request as it came would show. */
    String redact(String text) {
        String redacted = text;
        for (String secret : secrets) {
            redacted = redacted.replace(secret, "***");
        }
        return redacted;
    }

    @Override
    public String toString() {
        return "***";
    }
}
