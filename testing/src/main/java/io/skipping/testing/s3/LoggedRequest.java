// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.s3;

import java.time.Instant;
import java.util.Optional;

/**
 * A request that the endpoint has answered, or whose client went away before the end of the answer.
 *
 * @param start when its headers had arrived
 * @param key of the object; of a listing the prefix that it asks for; empty when there is neither
 * @param range the Range header
 * @param status of the answer
 * @param bytesSent of the answer's body, given to the network before the client had it all or went away
 * @param bytesReceived of the request's body
 * @param bytesCopied within the store
 * @param nanos until the last byte was sent, or until the client was found to be gone
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

    /** Whether it is about the metadata index of a table and not about the table's data. */
    public boolean isIndex() {
        return key.equals(INDEX_FOLDER)
                || key.startsWith(INDEX_FOLDER + "/")
                || key.contains("/" + INDEX_FOLDER + "/")
                || key.endsWith("/" + INDEX_FOLDER);
    }

    /** Whether bytes of an object were asked for and sent. */
    public boolean isRead() {
        return kind == RequestKind.GET && status < 300 && bytesSent > 0;
    }
}
