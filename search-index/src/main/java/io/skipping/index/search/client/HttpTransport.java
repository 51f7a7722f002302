// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.search.client;

import static java.util.Objects.requireNonNull;
import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static java.util.stream.Collectors.joining;

import com.google.common.util.concurrent.ThreadFactoryBuilder;
import io.airlift.slice.Slice;
import java.io.Closeable;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.apache.http.Header;
import org.apache.http.HttpHost;
import org.apache.http.HttpResponse;
import org.apache.http.client.config.RequestConfig;
import org.apache.http.conn.ConnectTimeoutException;
import org.apache.http.conn.ConnectionPoolTimeoutException;
import org.apache.http.conn.ssl.NoopHostnameVerifier;
import org.apache.http.entity.ContentType;
import org.apache.http.impl.nio.client.HttpAsyncClientBuilder;
import org.apache.http.impl.nio.reactor.IOReactorConfig;
import org.apache.http.message.BasicHeader;
import org.apache.http.nio.entity.NByteArrayEntity;
import org.apache.http.protocol.HttpContext;
import org.elasticsearch.client.Cancellable;
import org.elasticsearch.client.HttpAsyncResponseConsumerFactory.HeapBufferedResponseConsumerFactory;
import org.elasticsearch.client.Request;
import org.elasticsearch.client.RequestOptions;
import org.elasticsearch.client.Response;
import org.elasticsearch.client.ResponseException;
import org.elasticsearch.client.ResponseListener;
import org.elasticsearch.client.RestClient;
import org.elasticsearch.client.RestClientBuilder;

/** Sends each request once to one node, and waits for the response. Thread-safe. */
final class HttpTransport implements Closeable {
    private static final int MAX_ANSWER_BYTES = 512 << 20;
    // how often the client's threads check for timeouts
    private static final int TIMEOUT_CHECK_MILLIS = 50;
    private static final long GRACE_NANOS = 4L * TIMEOUT_CHECK_MILLIS * 1_000_000;
    private static final long KEEP_ALIVE_MILLIS = 60_000;
    private static final ContentType JSON = ContentType.create("application/json");
    private static final ContentType JSON_LINES = ContentType.create("application/x-ndjson");
    private static final HeapBufferedResponseConsumerFactory IN_MEMORY =
            new HeapBufferedResponseConsumerFactory(MAX_ANSWER_BYTES);

    private final SearchOptions options;
    private final Secrets secrets;
    private final RotatingNodeSelector nodes = new RotatingNodeSelector();
    private final Semaphore connections;
    private final Set<CompletableFuture<Response>> waiting = ConcurrentHashMap.newKeySet();
    private final RestClientBuilder builder;
    private volatile RestClient client;
    private volatile boolean closed;

    HttpTransport(SearchOptions options, Secrets secrets) {
        this.options = requireNonNull(options, "options is null");
        this.secrets = requireNonNull(secrets, "secrets is null");
        connections = new Semaphore(options.maxConnections(), true);
        builder = RestClient.builder(options.uris().stream()
                        .map(uri -> new HttpHost(uri.getHost(), port(uri.getScheme(), uri.getPort()), uri.getScheme()))
                        .toArray(HttpHost[]::new))
                .setNodeSelector(nodes)
                .setDefaultHeaders(headers())
                .setMetaHeaderEnabled(false)
                .setHttpClientConfigCallback(this::configure);
        if (!options.pathPrefix().isEmpty()) {
            builder.setPathPrefix(options.pathPrefix());
        }
        client = builder.build();
    }

    private static int port(String scheme, int port) {
        // the default port of the scheme, as in browsers and for proxies; Elasticsearch's own 9200 must always be given
        return port >= 0 ? port : scheme.equalsIgnoreCase("https") ? 443 : 80;
    }

    private Header[] headers() {
        BasicHeader accept = new BasicHeader("Accept", JSON.toString());
        // sent with every request: waiting for a challenge would double the requests
        return secrets.authorization()
                .map(value -> new Header[] {accept, new BasicHeader("Authorization", value)})
                .orElse(new Header[] {accept});
    }

    private HttpAsyncClientBuilder configure(HttpAsyncClientBuilder http) {
        http.setThreadFactory(new ThreadFactoryBuilder()
                        .setDaemon(true)
                        .setNameFormat("skipping-search-%s")
                        .build())
                .setDefaultIOReactorConfig(IOReactorConfig.custom()
                        .setIoThreadCount(Math.min(2, Runtime.getRuntime().availableProcessors()))
                        .setSelectInterval(TIMEOUT_CHECK_MILLIS)
                        .setTcpNoDelay(true)
                        .setSoKeepAlive(true)
                        .setConnectTimeout(millis(options.connectTimeout()))
                        .build())
                .setMaxConnPerRoute(options.maxConnections())
                .setMaxConnTotal(options.maxConnections())
                // proxies close idle connections silently
                .setKeepAliveStrategy((response, context) -> KEEP_ALIVE_MILLIS)
                // the client would log them with every request, and some servers send the same ones with every response
                .addInterceptorFirst((HttpResponse response, HttpContext context) -> response.removeHeaders("Warning"))
                .disableCookieManagement()
                .disableAuthCaching()
                .setUserAgent("trino-skipping");
        if (options.uris().stream().anyMatch(uri -> uri.getScheme().equalsIgnoreCase("https"))) {
            TrustStores.context(options).ifPresent(http::setSSLContext);
            if (!options.verifyHostnames()) {
                http.setSSLHostnameVerifier(NoopHostnameVerifier.INSTANCE);
            }
        }
        return http;
    }

    /** Sends a request. Returns responses of any status. */
    Answer send(SearchRequest request, Deadline deadline) throws TransportException, InterruptedException {
        // requests that wait inside the client are not told that they timed out
        if (!connections.tryAcquire(deadline.remainingNanos(), NANOSECONDS)) {
            throw notSent(new ConnectionPoolTimeoutException());
        }
        CompletableFuture<Response> future = new CompletableFuture<>();
        waiting.add(future);
        try {
            return send(request, deadline, future);
        } finally {
            waiting.remove(future);
            connections.release();
        }
    }

    private Answer send(SearchRequest request, Deadline deadline, CompletableFuture<Response> future)
            throws TransportException, InterruptedException {
        Cancellable cancellable = client().performRequestAsync(translate(request, deadline), new ResponseListener() {
            @Override
            public void onSuccess(Response response) {
                future.complete(response);
            }

            @Override
            public void onFailure(Exception exception) {
                // get() throws a cancellation as it is, and a client that stops cancels what it has not sent
                future.completeExceptionally(
                        exception instanceof CancellationException ? new IOException(exception) : exception);
            }
        });
        String node = nodes.selectedByThisThread();
        try {
            if (closed) {
                future.completeExceptionally(new ClosedException());
            }
            // the client's own timeout comes first, because that is how the client learns to avoid the node
            return new Answer(node, future.get(deadline.remainingNanos() + GRACE_NANOS, NANOSECONDS));
        } catch (ExecutionException e) {
            if (e.getCause() instanceof ResponseException refusal) {
                return new Answer(node, refusal.getResponse());
            }
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            Exception cause = (Exception) e.getCause();
            // a request that is sent while the client closes fails in ways that do not say so
            throw new TransportException(node, mayHaveBeenSent(cause), closed ? new ClosedException(cause) : cause);
        } catch (TimeoutException e) {
            throw new TransportException(node, true, e);
        } finally {
            if (!future.isDone()) {
                cancellable.cancel();
            }
        }
    }

    private TransportException notSent(IOException cause) {
        return new TransportException(options.uris().stream().map(URI::toString).collect(joining(", ")), false, cause);
    }

    /** Says that the client was closed. */
    static final class ClosedException extends IOException {
        ClosedException() {}

        ClosedException(Throwable cause) {
            super(cause);
        }
    }

    /** Returns a running client. A client whose threads died of an error never works again, so it is replaced. */
    private RestClient client() throws TransportException {
        RestClient current = client;
        if (current.isRunning()) {
            return current;
        }
        synchronized (this) {
            if (closed) {
                throw notSent(new ClosedException());
            }
            if (!client.isRunning()) {
                client = builder.build();
            }
            return client;
        }
    }

    /** Stops the client as an error in its threads would; for tests. */
    void stopClient() throws IOException {
        client.close();
    }

    private Request translate(SearchRequest request, Deadline deadline) {
        Request translated = new Request(request.method(), request.path());
        for (Map.Entry<String, String> parameter : request.parameters().entrySet()) {
            translated.addParameter(parameter.getKey(), parameter.getValue());
        }
        request.body().ifPresent(body -> translated.setEntity(entity(body, request.lines() ? JSON_LINES : JSON)));
        RequestOptions.Builder translatedOptions = RequestOptions.DEFAULT.toBuilder();
        translatedOptions.setHttpAsyncResponseConsumerFactory(IN_MEMORY);
        translatedOptions.setRequestConfig(requestConfig(deadline));
        translated.setOptions(translatedOptions);
        return translated;
    }

    private static NByteArrayEntity entity(Slice body, ContentType type) {
        return new NByteArrayEntity(body.byteArray(), body.byteArrayOffset(), body.length(), type);
    }

    private static boolean mayHaveBeenSent(Exception failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof ConnectException
                    || cause instanceof ConnectTimeoutException
                    || cause instanceof NoRouteToHostException
                    || cause instanceof UnknownHostException
                    || cause instanceof UnresolvedAddressException
                    || cause instanceof SSLHandshakeException
                    || cause instanceof SSLPeerUnverifiedException) {
                return false;
            }
        }
        return true;
    }

    private RequestConfig requestConfig(Deadline deadline) {
        int remaining = millis(deadline.remaining());
        return RequestConfig.custom()
                .setConnectTimeout(Math.min(remaining, millis(options.connectTimeout())))
                .setConnectionRequestTimeout(remaining)
                .setSocketTimeout(remaining)
                // a redirect would pass the credentials to any target
                .setRedirectsEnabled(false)
                .setAuthenticationEnabled(false)
                .build();
    }

    private static int millis(Duration duration) {
        // rounded up: 0 would mean no timeout, and a timeout just before the deadline would leave time for another
        // attempt
        return (int) Math.min(Integer.MAX_VALUE, NANOSECONDS.toMillis(duration.toNanos()) + 1);
    }

    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        waiting.forEach(future -> future.completeExceptionally(new ClosedException()));
        try {
            client.close();
        } catch (IOException e) {
            // nothing is left to close
        }
    }
}
