// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.search.client;

import static java.util.Objects.requireNonNull;

import java.io.IOException;

/** An attempt to send a request to a node that got no answer. */
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

    /** Whether the node may have got the request, and done it. */
    boolean sent() {
        return sent;
    }

    /** The failure itself, without what was wrapped around it on its way. */
    Throwable rootCause() {
        Throwable cause = getCause();
        while (cause.getCause() != null && (cause.getClass() == IOException.class || cause.getMessage() == null)) {
            cause = cause.getCause();
        }
        return cause;
    }
}
