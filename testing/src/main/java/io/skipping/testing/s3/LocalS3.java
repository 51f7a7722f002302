// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.s3;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.gaul.s3proxy.S3Proxy;
import org.gaul.s3proxy.auth.AuthenticationType;
import org.gaul.s3proxy.nio2blob.FilesystemNio2BlobStore;
import org.gaul.shaded.org.eclipse.jetty.server.Connector;
import org.gaul.shaded.org.eclipse.jetty.server.Server;
import org.gaul.shaded.org.eclipse.jetty.server.ServerConnector;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * Runs an S3 endpoint over a folder, in this JVM. It counts the requests it receives and the bytes it sends, and can be
 * slowed down.
 *
 * <p>A bucket is a subfolder, an object a file. Therefore a key {@code d/x} cannot exist beside {@code d/x/y}.
 */
public final class LocalS3 implements AutoCloseable {
    /** Bounds the age of what may be too young for a build. */
    private static final Duration YOUNG = Duration.ofMinutes(1);

    private static final Duration AGE = Duration.ofMinutes(10);

    private static final String HOST = "127.0.0.1";
    private static final String ACCESS_KEY = "local-access-key";
    private static final String SECRET_KEY = "local-secret-key";
    private static final String REGION = "us-east-1";

    /**
     * Small, so that little is in flight when a client disconnects early. The system's default for a local connection
     * is several megabytes, which would be counted against such clients.
     */
    private static final int SEND_BUFFER_BYTES = 128 << 10;

    /** Holds strong references, because java.util.logging forgets the levels of unreferenced loggers. */
    private static final List<Logger> QUIET = List.of(Logger.getLogger("org.gaul"));

    static {
        QUIET.forEach(logger -> logger.setLevel(Level.WARNING));
    }

    private final S3Proxy proxy;
    private final Path folder;
    private final RequestLog log;
    private final LatencyHandler latency;
    private final ListingHandler listings;

    private LocalS3(S3Proxy proxy, Path folder, RequestLog log, LatencyHandler latency, ListingHandler listings) {
        this.proxy = proxy;
        this.folder = folder;
        this.log = log;
        this.latency = latency;
        this.listings = listings;
    }

    /** Starts an endpoint on a free port, with a log in memory. */
    public static LocalS3 start(Path folder) throws IOException {
        return start(folder, 0);
    }

    /**
     * Starts an endpoint with a log in memory.
     *
     * @param port 0 for a free one
     */
    public static LocalS3 start(Path folder, int port) throws IOException {
        return start(folder, port, RequestLog.inMemory());
    }

    /**
     * Starts an endpoint.
     *
     * @param folder keeps the buckets; created if it does not exist
     * @param port 0 for a free one
     */
    public static LocalS3 start(Path folder, int port, RequestLog log) throws IOException {
        Files.createDirectories(folder);
        S3Proxy proxy = S3Proxy.builder()
                .blobStore(new FilesystemNio2BlobStore(folder.toAbsolutePath().toString()))
                .endpoint(URI.create("http://%s:%d".formatted(HOST, port)))
                .awsAuthentication(AuthenticationType.AWS_V2_OR_V4, ACCESS_KEY, SECRET_KEY)
                // Trino's listings send one
                .ignoreUnknownHeaders(true)
                .stopTimeout(0)
                .build();
        Server server = server(proxy);
        CopiedBytes copiedBytes = new CopiedBytes(folder);
        ListingHandler listings = new ListingHandler(server.getHandler());
        LatencyHandler latency = new LatencyHandler(listings, copiedBytes);
        // a request's wait counts towards its own time
        server.setHandler(new CountingHandler(latency, log, copiedBytes));
        for (Connector connector : server.getConnectors()) {
            ((ServerConnector) connector).setAcceptedSendBufferSize(SEND_BUFFER_BYTES);
        }
        try {
            proxy.start();
        } catch (Exception e) {
            throw new IOException("Can't start an S3 endpoint on port %d: %s".formatted(port, e.getMessage()), e);
        }
        return new LocalS3(proxy, folder, log, latency, listings);
    }

    /**
     * Returns the server inside a proxy. S3Proxy has no hook for a handler in front of its own, and signatures rule out
     * a proxy in front of its port.
     */
    private static Server server(S3Proxy proxy) {
        try {
            var field = S3Proxy.class.getDeclaredField("server");
            field.setAccessible(true);
            return (Server) field.get(proxy);
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(
                    "This release of S3Proxy has no field 'server': count its requests in another way", e);
        }
    }

    /** Returns the address, without a bucket. */
    public URI endpoint() {
        return URI.create("http://%s:%d".formatted(HOST, proxy.getPort()));
    }

    public String accessKey() {
        return ACCESS_KEY;
    }

    public String secretKey() {
        return SECRET_KEY;
    }

    public String region() {
        return REGION;
    }

    /** Creates a bucket if it does not exist, without a request. */
    public void createBucket(String name) throws IOException {
        Files.createDirectories(bucket(name));
    }

    /** Returns the folder of a bucket. */
    public Path bucket(String name) {
        return folder.resolve(name);
    }

    /** Returns the log of the requests so far. */
    public RequestLog log() {
        return log;
    }

    /**
     * Makes the objects of a bucket that were written a moment ago as old as builds of an index want them, so that tests need not
     * wait. Nobody may write to it at the same time. Files of indexes stay as they are.
     */
    public void age(String bucket) throws IOException {
        FileTime old = FileTime.from(Instant.now().minus(AGE));
        try (Stream<Path> files = Files.walk(bucket(bucket))) {
            for (Path file : files.filter(Files::isRegularFile)
                    .filter(file -> !file.toString().contains("/_skipping/"))
                    .toList()) {
                if (Files.getLastModifiedTime(file)
                        .toInstant()
                        .isAfter(Instant.now().minus(YOUNG))) {
                    Files.setLastModifiedTime(file, old);
                }
            }
        }
    }

    /**
     * Makes listings of exactly this prefix return these objects and no others from now on. The objects have no
     * content.
     *
     * @param objects at least one, ordered by key
     */
    public void list(String bucket, String prefix, List<ListedObject> objects) {
        listings.add(bucket, prefix, objects);
    }

    /** Delays requests that arrive from now on. Without a call, there is no delay. */
    public void delay(Latency latency) {
        this.latency.set(latency);
    }

    /** Returns a new client, which the caller must close. */
    public S3Client client() {
        return S3Client.builder()
                .endpointOverride(endpoint())
                .region(Region.of(REGION))
                .forcePathStyle(true)
                .credentialsProvider(
                        StaticCredentialsProvider.create(AwsBasicCredentials.create(ACCESS_KEY, SECRET_KEY)))
                .build();
    }

    @Override
    public void close() {
        try {
            proxy.stop();
        } catch (Exception e) {
            throw new IllegalStateException("The S3 endpoint at %s does not stop".formatted(endpoint()), e);
        }
    }
}
