// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.endpoint;

import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.hadoop.conf.Configuration;
import org.gaul.s3proxy.S3Proxy;
import org.gaul.s3proxy.auth.AuthenticationType;
import org.gaul.s3proxy.nio2blob.FilesystemNio2BlobStore;
import org.gaul.shaded.org.eclipse.jetty.server.Handler;
import org.gaul.shaded.org.eclipse.jetty.server.Request;
import org.gaul.shaded.org.eclipse.jetty.server.Response;
import org.gaul.shaded.org.eclipse.jetty.server.Server;
import org.gaul.shaded.org.eclipse.jetty.util.Callback;

/** Runs an S3 endpoint in this JVM, over a folder, that writes down what it is asked. */
public final class S3Endpoint implements AutoCloseable {
    public static final String BUCKET = "lake";

    private static final String CONDITIONAL_PUT = "PUT-IF";

    /** Held, because java.util.logging forgets levels of loggers that nobody holds. */
    private static final List<Logger> QUIET =
            List.of(Logger.getLogger("org.gaul"), Logger.getLogger("org.apache.hadoop"));

    static {
        QUIET.forEach(logger -> logger.setLevel(Level.SEVERE));
    }

    private final S3Proxy proxy;
    private final List<String> requests = new CopyOnWriteArrayList<>();

    private final AtomicReference<Faults> faults = new AtomicReference<>(request -> Fault.NONE);
    private final AtomicBoolean answerLost = new AtomicBoolean();

    private S3Endpoint(S3Proxy proxy) {
        this.proxy = proxy;
    }

    public static S3Endpoint start(Path folder) throws Exception {
        Files.createDirectories(folder.resolve(BUCKET));
        S3Proxy proxy = S3Proxy.builder()
                .blobStore(new FilesystemNio2BlobStore(folder.toAbsolutePath().toString()))
                .endpoint(URI.create("http://127.0.0.1:0"))
                .awsAuthentication(AuthenticationType.AWS_V2_OR_V4, "access", "secret")
                .ignoreUnknownHeaders(true)
                .stopTimeout(0)
                .build();
        S3Endpoint endpoint = new S3Endpoint(proxy);
        // S3Proxy has no door for a handler in front of its own
        var field = S3Proxy.class.getDeclaredField("server");
        field.setAccessible(true);
        Server server = (Server) field.get(proxy);
        server.setHandler(endpoint.new LoggingHandler(server.getHandler()));
        proxy.start();
        return endpoint;
    }

    private final class LoggingHandler extends Handler.Wrapper {
        LoggingHandler(Handler handler) {
            super(handler);
        }

        @Override
        public boolean handle(Request request, Response response, Callback callback) throws Exception {
            String description = describe(request);
            requests.add(description);
            Fault fault = faults.get().of(description);
            switch (fault.kind()) {
                case NONE -> {
                    return handle(description, request, response, callback);
                }
                case SLOW -> {
                    // what is slow is the store, which nobody can await
                    Thread.sleep(fault.delay().toMillis());
                    return handle(description, request, response, callback);
                }
                case UNAVAILABLE -> {
                    response.setStatus(503);
                    callback.succeeded();
                    return true;
                }
                case CONFLICT -> {
                    response.setStatus(409);
                    response.getHeaders().put("Content-Type", "application/xml");
                    String error = "<Error><Code>ConditionalRequestConflict</Code><Message>by a test</Message></Error>";
                    response.write(true, ByteBuffer.wrap(error.getBytes(StandardCharsets.UTF_8)), callback);
                    return true;
                }
                case NOT_DONE -> {
                    fault.then().run();
                    callback.failed(new IOException("the request is lost, by a test"));
                    return true;
                }
                case ANSWER_LOST -> {
                    return handle(description, request, new LostResponse(request, response, fault.then()), callback);
                }
            }
            throw new AssertionError(fault);
        }

        private boolean handle(String description, Request request, Response response, Callback callback)
                throws Exception {
            if (description.startsWith(CONDITIONAL_PUT)) {
                // S3Proxy looks whether an If-Match holds, and writes then, in two steps
                synchronized (this) {
                    return super.handle(request, response, callback);
                }
            }
            return super.handle(request, response, callback);
        }
    }

    /** What is asked is done, and who asked does not hear of it. */
    private static final class LostResponse extends Response.Wrapper {
        private final Runnable then;

        LostResponse(Request request, Response response, Runnable then) {
            super(request, response);
            this.then = then;
        }

        @Override
        public void write(boolean last, ByteBuffer content, Callback callback) {
            then.run();
            callback.failed(new IOException("the answer is lost, by a test"));
        }
    }

    /** Decides what goes wrong with requests. */
    @FunctionalInterface
    public interface Faults {
        /**
         * Returns what goes wrong with a request; {@link Fault#NONE} if nothing does.
         *
         * @param request as in {@link #requests}
         */
        Fault of(String request);
    }

    /**
     * Describes what goes wrong with a request.
     *
     * @param then what is done when it has gone wrong
     * @param delay by which a slow one is later
     */
    public record Fault(Kind kind, Runnable then, Duration delay) {
        public enum Kind {
            NONE,
            SLOW,
            UNAVAILABLE,
            /** S3 answers so while another conditional PUT of the object is in progress. */
            CONFLICT,
            NOT_DONE,
            ANSWER_LOST
        }

        public static final Fault NONE = of(Kind.NONE);

        public static Fault of(Kind kind) {
            return new Fault(kind, () -> {}, Duration.ZERO);
        }

        public static Fault slow(Duration delay) {
            return new Fault(Kind.SLOW, () -> {}, delay);
        }

        public Fault then(Runnable action) {
            return new Fault(kind, action, delay);
        }
    }

    public void setFaults(Faults faults) {
        this.faults.set(faults);
    }

    public void endFaults() {
        faults.set(request -> Fault.NONE);
    }

    /** Loses the answer to the next such request, after it was done. */
    public void loseAnswerTo(Predicate<String> request) {
        answerLost.set(false);
        setFaults(each -> !answerLost.get() && request.test(each) && answerLost.compareAndSet(false, true)
                ? Fault.of(Fault.Kind.ANSWER_LOST)
                : Fault.NONE);
    }

    /** Returns whether there was such a request. */
    public boolean hasLostAnswer() {
        return answerLost.get();
    }

    private static String describe(Request request) {
        String path = request.getHttpURI().getDecodedPath();
        String query = request.getHttpURI().getQuery();
        String method = request.getMethod();
        boolean bucket = path.indexOf('/', 1) < 0 || path.endsWith("/" + BUCKET + "/");
        if (method.equals("GET") && bucket) {
            return "LIST " + query;
        }
        if (method.equals("POST") && bucket) {
            return "DELETE-MANY";
        }
        boolean conditional = request.getHeaders().contains("If-None-Match")
                || request.getHeaders().contains("If-Match");
        return (conditional && method.equals("PUT") ? CONDITIONAL_PUT : method) + " " + path;
    }

    /** Returns what was asked since {@link #forget}: method and path. */
    public List<String> requests() {
        return List.copyOf(requests);
    }

    public void forget() {
        requests.clear();
    }

    /** Returns the configuration for S3A clients of this endpoint, with everything else as it is by default. */
    public Configuration configuration() {
        Configuration configuration = new Configuration();
        configuration.set("fs.s3a.endpoint", "http://127.0.0.1:%d".formatted(proxy.getPort()));
        configuration.set("fs.s3a.endpoint.region", "us-east-1");
        configuration.set("fs.s3a.path.style.access", "true");
        configuration.set("fs.s3a.access.key", "access");
        configuration.set("fs.s3a.secret.key", "secret");
        configuration.set("fs.s3a.aws.credentials.provider", "org.apache.hadoop.fs.s3a.SimpleAWSCredentialsProvider");
        configuration.set("fs.s3a.connection.ssl.enabled", "false");
        return configuration;
    }

    @Override
    public void close() throws IOException {
        try {
            proxy.stop();
        } catch (Exception e) {
            throw new IOException(e);
        }
    }
}
