// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.search.client;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonParser;
import com.google.common.base.Ticker;
import java.io.Closeable;
import java.io.IOException;
import java.util.Set;
import java.util.function.Supplier;

/** Sends requests to Elasticsearch or OpenSearch. Thread-safe. Every method may throw {@link SearchException}. */
public final class SearchClient implements Closeable {
    private static final Set<Integer> REFUSED = Set.of(429, 503);
    private static final Set<Integer> LOST = Set.of(502, 504);
    private static final int MAX_PAUSES = 8;

    private final SearchOptions options;
    private final Failures failures;
    private final HttpTransport transport;
    private final Outage outage;
    private volatile SearchEngine engine;

    /** Creates a client. Does no I/O except reading the trust store. */
    public SearchClient(SearchOptions options) {
        this.options = requireNonNull(options, "options is null");
        Secrets secrets = new Secrets(options);
        failures = new Failures(options, secrets);
        transport = new HttpTransport(options, secrets);
        outage = new Outage(options, Ticker.systemTicker());
    }

    /** Parses the content of a response, positioned before its first token. */
    public interface AnswerReader<T> {
        /** Returns what the content says; an {@link IOException} means that it is malformed. */
        T read(JsonParser content) throws IOException;
    }

    /** Returns the settings that the client was created with. */
    public SearchOptions options() {
        return options;
    }

    /** Returns the engine; the engine is asked only once. */
    public SearchEngine engine() {
        return watched(() -> recognize(Deadline.after(options.requestTimeout())));
    }

    /**
     * Returns the response as a tree, which takes several times the memory of the response; use it only for small ones.
     */
    public SearchResponse request(SearchRequest request) {
        Answer answer = send(request);
        return read(
                request,
                answer,
                content -> new SearchResponse(answer.status(), SearchJson.tree(content), answer.node()));
    }

    /** Returns the reader's result. The response is completely in memory before the reader is called. */
    public <T> T request(SearchRequest request, AnswerReader<T> reader) {
        return read(request, send(request), reader);
    }

    /** Returns a writer of documents to one index. */
    public BulkWriter bulk(String index, BulkOptions bulkOptions) {
        return new BulkWriter(this, index, bulkOptions);
    }

    /** Returns the transport; for tests. */
    HttpTransport transport() {
        return transport;
    }

    private Answer send(SearchRequest request) {
        Deadline deadline = Deadline.after(request.timeout().orElse(options.requestTimeout()));
        return watched(() -> {
            recognize(deadline);
            return attempt(request, deadline);
        });
    }

    private SearchEngine recognize(Deadline deadline) {
        SearchEngine known = engine;
        if (known != null) {
            return known;
        }
        SearchRequest request = SearchRequest.get("/");
        Answer answer = attempt(request, deadline);
        SearchEngine found = Dialect.recognize(read(request, answer, SearchJson::tree))
                .orElseThrow(() -> SearchException.withoutAnswer(
                        "%s is neither Elasticsearch nor OpenSearch: check skipping.elasticsearch.uris"
                                .formatted(answer.node()),
                        null));
        if (!Dialect.isSupported(found)) {
            throw SearchException.withoutAnswer(
                    "%s is %s, which is too old: use Elasticsearch 7.10, OpenSearch 2, or later"
                            .formatted(answer.node(), found),
                    null);
        }
        engine = found;
        return found;
    }

    private <T> T read(SearchRequest request, Answer answer, AnswerReader<T> reader) {
        try (JsonParser content = SearchJson.parser(answer.content())) {
            return reader.read(content);
        } catch (IOException e) {
            throw failures.ofContent(request, answer, e);
        }
    }

    private <T> T watched(Supplier<T> work) {
        try {
            T result = work.get();
            outage.succeeded();
            return result;
        } catch (SearchException e) {
            if (isOutage(e)) {
                outage.failed(e);
            } else if (!e.isInterrupted()) {
                outage.succeeded();
            }
            throw e;
        }
    }

    private static boolean isOutage(SearchException failure) {
        return (failure.status() == SearchException.NO_ANSWER && !failure.isInterrupted())
                || failure.status() == 401
                || failure.status() == 403
                || failure.status() == 429
                || failure.status() >= 500;
    }

    /** Sends the request, and repeats it where that can help. */
    private Answer attempt(SearchRequest request, Deadline deadline) {
        Backoff backoff = new Backoff();
        int unanswered = 0;
        SearchException refusal = null;
        while (true) {
            try {
                Answer answer = transport.send(request, deadline);
                if (answer.isSuccess() || request.accepted().contains(answer.status())) {
                    return answer;
                }
                refusal = failures.ofAnswer(request, answer);
                if (!mayRepeat(request, refusal)
                        || backoff.pauses() == MAX_PAUSES
                        || !backoff.pause(answer.retryAfter(), deadline)) {
                    throw refusal;
                }
            } catch (TransportException e) {
                unanswered++;
                if (refusal != null && deadline.isOver()) {
                    // it says more than that there was no time for another answer
                    throw refusal;
                }
                if (!mayRepeat(request, e, unanswered) || deadline.isOver()) {
                    throw failures.ofTransport(request, e, deadline);
                }
            } catch (InterruptedException e) {
                throw Failures.interrupted(request, e);
            }
        }
    }

    private static boolean mayRepeat(SearchRequest request, SearchException failure) {
        if (failure.status() == 429 && failure.isErrorType("cluster_block_exception")) {
            // it does not go away until somebody acts
            return false;
        }
        return REFUSED.contains(failure.status()) || (LOST.contains(failure.status()) && request.idempotent());
    }

    /** Returns whether to repeat a request, which goes to another node if there is one. */
    private boolean mayRepeat(SearchRequest request, TransportException failure, int unanswered) {
        int nodes = options.uris().size();
        return failure.sent()
                // even with a single node, which may have closed the connection just as it was reused
                ? request.idempotent() && unanswered < Math.max(2, nodes)
                : unanswered < nodes;
    }

    /** Closes the client. Requests that wait for a response fail. */
    @Override
    public void close() {
        transport.close();
    }
}
