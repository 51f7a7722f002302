// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.meters.sink;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;
import software.amazon.awssdk.services.s3.model.CompletedPart;

/**
 * Writes objects to a bucket. An object of up to {@link #PART_BYTES} takes one PUT, a larger one a multipart upload.
 */
public final class S3Sink implements ObjectSink, AutoCloseable {
    /** Is the most bytes that a thread buffers in memory; it has twice as much while the buffer grows. */
    public static final int PART_BYTES = 32 << 20;

    private final S3Client client;
    private final String bucket;
    private final String prefix;

    /**
     * Creates a sink.
     *
     * @param prefix the prefix of all keys: empty, or a folder with or without a trailing {@code /}
     */
    public S3Sink(S3Client client, String bucket, String prefix) {
        this.client = client;
        this.bucket = bucket;
        this.prefix = prefix.isEmpty() || prefix.endsWith("/") ? prefix : prefix + "/";
    }

    /**
     * Says how to reach an S3 service.
     *
     * @param endpoint the URI of a service that is not Amazon's; empty for Amazon's
     * @param region the name of the region
     * @param pathStyle whether the bucket is in the path of a request instead of its host name
     * @param accessKey the access key, given together with the secret key; without them, Amazon's default credential chain
     *     applies
     * @param secretKey the secret key
     */
    public record Connection(
            Optional<URI> endpoint,
            String region,
            boolean pathStyle,
            Optional<String> accessKey,
            Optional<String> secretKey) {}

    /**
     * Creates a sink that connects to a store.
     *
     * @param location {@code s3://bucket/prefix}
     */
    public static S3Sink connect(URI location, Connection connection) {
        S3ClientBuilder builder = S3Client.builder()
                .region(Region.of(connection.region()))
                .forcePathStyle(connection.pathStyle())
                // no chunked encoding: some services do not support a signature for each chunk
                .serviceConfiguration(service -> service.chunkedEncodingEnabled(false))
                // some services that speak S3 do not support Amazon's newer checksums
                .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED);
        connection.endpoint().ifPresent(builder::endpointOverride);
        if (connection.accessKey().isPresent() && connection.secretKey().isPresent()) {
            builder.credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create(
                    connection.accessKey().get(), connection.secretKey().get())));
        }
        String path = location.getPath();
        return new S3Sink(builder.build(), location.getHost(), path.startsWith("/") ? path.substring(1) : path);
    }

    @Override
    public void write(String key, Content content) throws IOException {
        Upload upload = new Upload(prefix + key);
        try {
            content.writeTo(upload);
            upload.complete();
        } catch (SdkException failure) {
            upload.abort(failure);
            throw new IOException(
                    "Can't write s3://%s/%s: %s".formatted(bucket, prefix + key, failure.getMessage()), failure);
        } catch (Throwable failure) {
            upload.abort(failure);
            throw failure;
        }
    }

    /** Returns whether there is no object below the prefix. */
    public boolean isEmpty() {
        return client.listObjectsV2(
                        request -> request.bucket(bucket).prefix(prefix).maxKeys(1))
                .contents()
                .isEmpty();
    }

    @Override
    public void close() {
        client.close();
    }

    private final class Upload extends OutputStream {
        private final String key;
        private final Part part = new Part();
        private final List<CompletedPart> parts = new ArrayList<>();
        private String id;

        private Upload(String key) {
            this.key = key;
        }

        @Override
        public void write(int value) {
            write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            int position = offset;
            int left = length;
            while (left > 0) {
                if (part.size() == PART_BYTES) {
                    uploadPart();
                }
                int fitting = Math.min(left, PART_BYTES - part.size());
                part.write(bytes, position, fitting);
                position += fitting;
                left -= fitting;
            }
        }

        private void uploadPart() {
            if (id == null) {
                id = client.createMultipartUpload(
                                request -> request.bucket(bucket).key(key))
                        .uploadId();
            }
            int number = parts.size() + 1;
            String etag = client.uploadPart(
                            request ->
                                    request.bucket(bucket).key(key).uploadId(id).partNumber(number),
                            part.body())
                    .eTag();
            parts.add(CompletedPart.builder().partNumber(number).eTag(etag).build());
            part.reset();
        }

        private void complete() {
            if (id == null) {
                client.putObject(request -> request.bucket(bucket).key(key), part.body());
                return;
            }
            uploadPart();
            client.completeMultipartUpload(request ->
                    request.bucket(bucket).key(key).uploadId(id).multipartUpload(upload -> upload.parts(parts)));
        }

        private void abort(Throwable failure) {
            if (id == null) {
                return;
            }
            try {
                client.abortMultipartUpload(
                        request -> request.bucket(bucket).key(key).uploadId(id));
            } catch (SdkException e) {
                failure.addSuppressed(e);
            }
        }
    }

    /** Exposes its bytes for sending without a copy. */
    private static final class Part extends ByteArrayOutputStream {
        RequestBody body() {
            byte[] bytes = buf;
            int length = count;
            // a retry reads it again
            return RequestBody.fromContentProvider(
                    () -> new ByteArrayInputStream(bytes, 0, length), length, "application/octet-stream");
        }
    }
}
