// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.command;

import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.sql.SQLException;
import java.util.Optional;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;

/** Explains to the user why a statement did not get to Trino. The driver's own message is "Error executing query". */
public final class TrinoFailures {
    private TrinoFailures() {}

    /**
     * Returns an explanation; empty if the failure came from Trino itself, or is unknown.
     *
     * @param server the address, as messages name it
     * @param user the user at Trino
     */
    public static Optional<String> unreachable(Exception failure, Object server, String user) {
        if (failure instanceof SQLException sql && sql.getErrorCode() != 0) {
            return Optional.empty();
        }
        return Stream.iterate((Throwable) failure, cause -> cause != null, Throwable::getCause)
                .flatMap(cause -> unreachableBy(cause, server, user).stream())
                .findFirst();
    }

    private static Optional<String> unreachableBy(Throwable cause, Object server, String user) {
        String reason = message(cause);
        if (reason.startsWith("Authentication failed")) {
            return Optional.of(
                    "Trino at %s does not accept user %s: %s. Give --user, and --password or TRINO_PASSWORD with it"
                            .formatted(server, user, reason));
        }
        if (cause instanceof UnknownHostException) {
            return Optional.of("Cannot find the host of %s: check --server".formatted(server));
        }
        if (cause instanceof SSLException) {
            return Optional.of(
                    "Cannot open an encrypted connection to %s: %s. Name the server's certificate by --property SSLTrustStorePath=FILE, or check whether --server must be http://"
                            .formatted(server, reason));
        }
        if (cause instanceof ConnectException
                || cause instanceof NoRouteToHostException
                || cause instanceof SocketTimeoutException) {
            return Optional.of(
                    "Cannot reach Trino at %s (%s): is it running, and is --server right?".formatted(server, reason));
        }
        return cause instanceof IOException
                ? Optional.of("Lost the connection to Trino at %s: %s".formatted(server, reason))
                : Optional.empty();
    }

    /** Returns what a failure says, on one line. */
    public static String message(Throwable failure) {
        String message = failure.getMessage();
        return message == null ? failure.getClass().getSimpleName() : Texts.printable(message);
    }
}
