// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.acceptance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.skipping.testing.trino.LocalTrino;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * The queries of builds at a server. When their job is gone they wait five minutes for it.
 *
 * <p>Asks the server as its own web page does: a statement in SQL takes so long that a build would be elsewhere by then.
 */
final class BuildQueries implements AutoCloseable {
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);
    private static final Duration POLL = Duration.ofMillis(20);

    private static final Set<String> OVER = Set.of("FINISHED", "FAILED");

    private final URI queries;
    private final HttpClient client = HttpClient.newHttpClient();
    private final ObjectMapper mapper = new ObjectMapper();

    BuildQueries(LocalTrino trino) {
        this.queries = trino.uri().resolve("/v1/query/");
    }

    /** Ends all of them, and returns when they have ended. */
    void end() throws IOException, InterruptedException {
        long deadline = System.nanoTime() + LONGEST_WAIT.toNanos();
        for (List<String> left = underWay(); !left.isEmpty(); left = underWay()) {
            if (System.nanoTime() > deadline) {
                throw new IOException("Queries %s do not end within %s".formatted(left, LONGEST_WAIT));
            }
            for (String query : left) {
                send(request(queries.resolve(query)).DELETE());
            }
            TimeUnit.MILLISECONDS.sleep(POLL.toMillis());
        }
    }

    private List<String> underWay() throws IOException, InterruptedException {
        List<String> found = new ArrayList<>();
        for (JsonNode query : mapper.readTree(send(request(queries).GET()))) {
            // what a job asks the server is all about the table that it names so
            if (!OVER.contains(query.get("state").asText())
                    && query.get("query").asText().contains("schema_name =>")) {
                found.add(query.get("queryId").asText());
            }
        }
        return found;
    }

    private static HttpRequest.Builder request(URI uri) {
        return HttpRequest.newBuilder(uri).header("X-Trino-User", "local").timeout(LONGEST_WAIT);
    }

    private String send(HttpRequest.Builder request) throws IOException, InterruptedException {
        HttpResponse<String> response = client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() >= 300) {
            throw new IOException(
                    "%s answers %d: %s".formatted(response.uri(), response.statusCode(), response.body()));
        }
        return response.body();
    }

    @Override
    public void close() {
        client.close();
    }
}
