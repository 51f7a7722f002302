// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.s3;

import java.time.Instant;
import java.util.Optional;

/**
 * Describes a request that the endpoint has answered, or whose client went away before the end of the answer.
 *
 * @param start when its headers had arrived
 * @param kind what it was for
 * @param bucket the name of the bucket; empty if it is about none
 * @param key the key of the object; for a listing, the requested prefix; empty if there is neither
 * @param range the Range header; empty if there was none
 * @param status the status of the answer
 * @param bytesSent the bytes of the answer's body that the network accepted before the client had it all or went away
 * @param bytesReceived the bytes of the request's body
 * @param bytesCopied the bytes copied within the store
 * @param nanos the time until the last byte was sent, or until the client was found to be gone
 */
public record LoggedRequest(
        Instant start,
        RequestKind kind,
        String bucket,
        String key,
        Optional<String> range,
        int status,
        long bytesSent,
        long bytesReceived,
        long bytesCopied,
        long nanos) {
    private static final String INDEX_FOLDER = "_skipping";

    /** Returns whether the request is about the metadata index of a table, not the table's data. */
    public boolean isIndex() {
        return key.equals(INDEX_FOLDER)
                || key.startsWith(INDEX_FOLDER + "/")
                || key.contains("/" + INDEX_FOLDER + "/")
                || key.endsWith("/" + INDEX_FOLDER);
    }

    /** Returns whether the request asked for bytes of an object and got them. */
    public boolean isRead() {
        return kind == RequestKind.GET && status < 300 && bytesSent > 0;
    }
}
