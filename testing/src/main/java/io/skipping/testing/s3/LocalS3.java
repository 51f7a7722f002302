// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.s3;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
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
 * An S3 endpoint over a folder, in this JVM, that counts what it is asked and what it sends, and is as slow as it is told to be.
 *
 * <p>A bucket is a folder in it, an object a file. A key {@code d/x} beside {@code d/x/y} is not possible.
 */
public final class LocalS3 implements AutoCloseable {
    private static final String HOST = "127.0.0.1";
    private static final String ACCESS_KEY = "local-access-key";
    private static final String SECRET_KEY = "local-secret-key";
    private static final String REGION = "us-east-1";

    /**
     * Small, so that not much is under way when a client goes away before the end: a system's own choice for a local
     * connection is several megabytes, which would be held against such clients.
     */
    private static final int SEND_BUFFER_BYTES = 128 << 10;

    /** Held, because java.util.logging forgets levels of loggers that nobody holds. */
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

    /** On a free port, with a log in memory. */
    public static LocalS3 start(Path folder) throws IOException {
        return start(folder, 0);
    }

    /**
     * With a log in memory.
     *
     * @param port 0 for a free one
     */
    public static LocalS3 start(Path folder, int port) throws IOException {
        return start(folder, port, RequestLog.inMemory());
    }

    /**
     * @param folder that keeps the buckets; made if it isn't there
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
        // the time that a request waits is its own
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

    /** S3Proxy has no door for a handler in front of its own, and signatures forbid a proxy in front of its port. */
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

    /** Creates a bucket if it isn't there, without a request. */
    public void createBucket(String name) throws IOException {
        Files.createDirectories(bucket(name));
    }

    /** The folder of a bucket. */
    public Path bucket(String name) {
        return folder.resolve(name);
    }

    public RequestLog log() {
        return log;
    }

    /**
     * From now on, listings of just this prefix show these objects and no others. Of their bytes there are none.
     *
     * @param objects in the order of their keys, at least one
     */
    public void list(String bucket, String prefix, List<ListedObject> objects) {
        listings.add(bucket, prefix, objects);
    }

    /** Makes it as slow as that, for requests that come from now on; at first it is as fast as it can be. */
    public void delay(Latency latency) {
        this.latency.set(latency);
    }

    /** A client, to be closed by the caller. */
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
