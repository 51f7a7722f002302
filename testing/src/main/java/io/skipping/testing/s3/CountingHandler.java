// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.s3;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.gaul.shaded.org.eclipse.jetty.http.HttpHeader;
import org.gaul.shaded.org.eclipse.jetty.io.Content;
import org.gaul.shaded.org.eclipse.jetty.server.Handler;
import org.gaul.shaded.org.eclipse.jetty.server.Request;
import org.gaul.shaded.org.eclipse.jetty.server.Response;
import org.gaul.shaded.org.eclipse.jetty.util.Callback;
import org.gaul.shaded.org.eclipse.jetty.util.Fields;

/** Logs every request, with the bytes that really crossed the network. */
final class CountingHandler extends Handler.Wrapper {
    private final RequestLog log;
    private final CopiedBytes copiedBytes;

    CountingHandler(Handler handler, RequestLog log, CopiedBytes copiedBytes) {
        super(handler);
        this.log = log;
        this.copiedBytes = copiedBytes;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        Exchange exchange = new Exchange(request, copiedBytes.of(request.getHeaders()));
        log.begin();
        Request.addCompletionListener(request, _ -> log.end(exchange.entry(response.getStatus())));
        CountedRequest countedRequest = new CountedRequest(request, exchange.received);
        return super.handle(countedRequest, new CountedResponse(countedRequest, response, exchange.sent), callback);
    }

    /**
     * Follows a request under way. Copies at the start what it asks for, since Jetty may reuse its object for the next
     * request.
     */
    private static final class Exchange {
        private final Instant start = Instant.now();
        private final long startNanos = System.nanoTime();
        private final AtomicLong sent = new AtomicLong();
        private final AtomicLong received = new AtomicLong();
        private final RequestKind kind;
        private final String bucket;
        private final String key;
        private final Optional<String> range;
        private final long toCopy;

        private Exchange(Request request, long toCopy) {
            // path style: /bucket/key
            String path = request.getHttpURI().getDecodedPath();
            int slash = path.indexOf('/', 1);
            this.bucket = slash < 0 ? path.substring(Math.min(1, path.length())) : path.substring(1, slash);
            String object = slash < 0 ? "" : path.substring(slash + 1);
            Fields parameters = Request.extractQueryParameters(request);
            Set<String> names = parameters.getNames();
            boolean copies = request.getHeaders().contains(CopiedBytes.SOURCE);
            this.kind = RequestKind.of(request.getMethod(), bucket, object, names, copies);
            this.key = kind == RequestKind.LIST && parameters.getValue("prefix") != null
                    ? parameters.getValue("prefix")
                    : object;
            this.range = Optional.ofNullable(request.getHeaders().get(HttpHeader.RANGE));
            this.toCopy = toCopy;
        }

        private LoggedRequest entry(int status) {
            long nanos = System.nanoTime() - startNanos;
            long copied = status < 300 ? toCopy : 0;
            return new LoggedRequest(
                    start, kind, bucket, key, range, status, sent.get(), received.get(), copied, nanos);
        }
    }

    private static final class CountedRequest extends Request.Wrapper {
        private final AtomicLong bytes;

        private CountedRequest(Request request, AtomicLong bytes) {
            super(request);
            this.bytes = bytes;
        }

        @Override
        public Content.Chunk read() {
            Content.Chunk chunk = super.read();
            if (chunk != null) {
                bytes.addAndGet(chunk.remaining());
            }
            return chunk;
        }
    }

    private static final class CountedResponse extends Response.Wrapper {
        private final AtomicLong bytes;

        private CountedResponse(Request request, Response response, AtomicLong bytes) {
            super(request, response);
            this.bytes = bytes;
        }

        @Override
        public void write(boolean last, ByteBuffer content, Callback callback) {
            // an answer to HEAD has no body, whatever a handler writes
            if (content == null
                    || !content.hasRemaining()
                    || getRequest().getMethod().equals("HEAD")) {
                super.write(last, content, callback);
                return;
            }
            super.write(last, content, new CountedWrite(callback, content, bytes));
        }
    }

    /** Counts what has left a buffer: all of it, or, if the client has gone, what the network had accepted by then. */
    private static final class CountedWrite extends Callback.Nested {
        private final ByteBuffer content;
        private final int length;
        private final AtomicLong bytes;

        private CountedWrite(Callback callback, ByteBuffer content, AtomicLong bytes) {
            super(callback);
            this.content = content;
            this.length = content.remaining();
            this.bytes = bytes;
        }

        @Override
        public void succeeded() {
            bytes.addAndGet(length);
            super.succeeded();
        }

        @Override
        public void failed(Throwable failure) {
            bytes.addAndGet(length - content.remaining());
            super.failed(failure);
        }
    }
}
