// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.search.client;

import static com.google.common.base.Preconditions.checkArgument;
import static com.google.common.net.UrlEscapers.urlPathSegmentEscaper;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.joining;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import io.airlift.slice.Slice;
import io.airlift.slice.Slices;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Describes a request to the engine.
 *
 * @param method the HTTP method
 * @param path the path, percent-encoded; see {@link #path}
 * @param parameters the query parameters, not encoded
 * @param body JSON, or lines of JSON; empty for none
 * @param lines whether the body is lines of JSON
 * @param idempotent whether the request can safely be repeated if its first result is unknown
 * @param accepted statuses other than 200 to 299 that are not failures, such as 404 for a document that may be missing
 * @param timeout the time limit for all attempts together; empty for {@link SearchOptions#requestTimeout}
 */
public record SearchRequest(
        String method,
        String path,
        Map<String, String> parameters,
        Optional<Slice> body,
        boolean lines,
        boolean idempotent,
        Set<Integer> accepted,
        Optional<Duration> timeout) {
    public SearchRequest {
        requireNonNull(method, "method is null");
        checkArgument(path.startsWith("/"), "path does not begin with a slash: %s", path);
        parameters = ImmutableMap.copyOf(parameters);
        requireNonNull(body, "body is null");
        accepted = ImmutableSet.copyOf(accepted);
        requireNonNull(timeout, "timeout is null");
    }

    /** Returns a GET request, which is idempotent. */
    public static SearchRequest get(String path) {
        return of("GET", path, true);
    }

    /** Returns a HEAD request that accepts 404. */
    public static SearchRequest head(String path) {
        return of("HEAD", path, true).accept(404);
    }

    /** Returns a PUT request, which is idempotent. */
    public static SearchRequest put(String path) {
        return of("PUT", path, true);
    }

    /** Returns a DELETE request, which is idempotent. */
    public static SearchRequest delete(String path) {
        return of("DELETE", path, true);
    }

    /** Returns a POST request that is not idempotent, unless {@link #idempotent(boolean)} makes it so. */
    public static SearchRequest post(String path) {
        return of("POST", path, false);
    }

    /** Returns a request for a query, which is idempotent. */
    public static SearchRequest search(String path) {
        return of("POST", path, true);
    }

    private static SearchRequest of(String method, String path, boolean idempotent) {
        return new SearchRequest(
                method, path, Map.of(), Optional.empty(), false, idempotent, Set.of(), Optional.empty());
    }

    /** Returns a path of these segments, which may contain any characters. */
    public static String path(String... segments) {
        return Arrays.stream(segments)
                // a plus stands for itself in a path, but not for every proxy
                .map(segment -> "/" + urlPathSegmentEscaper().escape(segment).replace("+", "%2B"))
                .collect(joining());
    }

    /** Returns the request with a query parameter, which replaces any with the same name. */
    public SearchRequest parameter(String name, Object value) {
        return new SearchRequest(
                method,
                path,
                ImmutableMap.<String, String>builder()
                        .putAll(parameters)
                        .put(name, value.toString())
                        .buildKeepingLast(),
                body,
                lines,
                idempotent,
                accepted,
                timeout);
    }

    /** Returns the request with a body of JSON. */
    public SearchRequest json(String json) {
        return json(Slices.wrappedBuffer(json.getBytes(UTF_8)));
    }

    /** Returns the request with a body of JSON in UTF-8. */
    public SearchRequest json(Slice json) {
        return new SearchRequest(method, path, parameters, Optional.of(json), false, idempotent, accepted, timeout);
    }

    /** Returns the request with a body of JSON values, each followed by a line break. */
    public SearchRequest jsonLines(Slice json) {
        return new SearchRequest(method, path, parameters, Optional.of(json), true, idempotent, accepted, timeout);
    }

    /** Returns the request, to be repeated or not if its result is unknown. */
    public SearchRequest idempotent(boolean idempotent) {
        return new SearchRequest(method, path, parameters, body, lines, idempotent, accepted, timeout);
    }

    /** Returns the request, for which a further status is not a failure. */
    public SearchRequest accept(int status) {
        return new SearchRequest(
                method,
                path,
                parameters,
                body,
                lines,
                idempotent,
                ImmutableSet.<Integer>builder().addAll(accepted).add(status).build(),
                timeout);
    }

    /** Returns the request with a timeout for all attempts together. */
    public SearchRequest timeout(Duration timeout) {
        return new SearchRequest(method, path, parameters, body, lines, idempotent, accepted, Optional.of(timeout));
    }

    /** Returns the name of the request in messages. */
    @Override
    public String toString() {
        return method + " " + path;
    }
}
