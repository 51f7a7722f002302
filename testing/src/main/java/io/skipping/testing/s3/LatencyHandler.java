// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.s3;

import com.google.common.util.concurrent.Uninterruptibles;
import java.nio.ByteBuffer;
import org.gaul.shaded.org.eclipse.jetty.io.Content;
import org.gaul.shaded.org.eclipse.jetty.server.Handler;
import org.gaul.shaded.org.eclipse.jetty.server.Request;
import org.gaul.shaded.org.eclipse.jetty.server.Response;
import org.gaul.shaded.org.eclipse.jetty.util.Callback;

/**
 * Makes an endpoint as slow as a remote store. Blocks the threads that answer, which read and write bodies block by
 * block; there are more of these threads than clients have connections.
 */
final class LatencyHandler extends Handler.Wrapper {
    private final CopiedBytes copiedBytes;
    private volatile Latency latency = Latency.NONE;

    LatencyHandler(Handler handler, CopiedBytes copiedBytes) {
        super(handler);
        this.copiedBytes = copiedBytes;
    }

    /** Sets the latency of requests that arrive from now on. */
    void set(Latency latency) {
        this.latency = latency;
    }

    @Override
    public boolean handle(Request request, Response response, Callback callback) throws Exception {
        Latency current = latency;
        if (current.equals(Latency.NONE)) {
            return super.handle(request, response, callback);
        }
        Uninterruptibles.sleepUninterruptibly(
                current.beforeAnswer().plus(current.transfer(copiedBytes.of(request.getHeaders()))));
        PacedRequest pacedRequest = new PacedRequest(request, new PacedStream(current));
        return super.handle(
                pacedRequest, new PacedResponse(pacedRequest, response, new PacedStream(current)), callback);
    }

    private static final class PacedRequest extends Request.Wrapper {
        private final PacedStream pace;

        private PacedRequest(Request request, PacedStream pace) {
            super(request);
            this.pace = pace;
        }

        @Override
        public Content.Chunk read() {
            Content.Chunk chunk = super.read();
            if (chunk != null) {
                pace.await(chunk.remaining());
            }
            return chunk;
        }
    }

    private static final class PacedResponse extends Response.Wrapper {
        private final PacedStream pace;

        private PacedResponse(Request request, Response response, PacedStream pace) {
            super(request, response);
            this.pace = pace;
        }

        @Override
        public void write(boolean last, ByteBuffer content, Callback callback) {
            // an answer to HEAD has no body, whatever a handler writes
            if (content != null && !getRequest().getMethod().equals("HEAD")) {
                pace.await(content.remaining());
            }
            super.write(last, content, callback);
        }
    }
}
