// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.search.client;

import static java.util.Objects.requireNonNull;

import java.io.IOException;

/** Says that an attempt to send a request to a node got no response. */
final class TransportException extends Exception {
    private final String node;
    private final boolean sent;

    TransportException(String node, boolean sent, Exception cause) {
        super(cause);
        this.node = requireNonNull(node, "node is null");
        this.sent = sent;
    }

    String node() {
        return node;
    }

    /** Returns whether the node may have received and executed the request. */
    boolean sent() {
        return sent;
    }

    /** Returns the original failure, without the exceptions wrapped around it. */
    Throwable rootCause() {
        Throwable cause = getCause();
        while (cause.getCause() != null && (cause.getClass() == IOException.class || cause.getMessage() == null)) {
            cause = cause.getCause();
        }
        return cause;
    }
}
