// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.search.client;

import static java.util.Objects.requireNonNull;

import io.skipping.index.search.client.HttpTransport.ClosedException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.apache.http.ConnectionClosedException;
import org.apache.http.ContentTooLongException;
import org.apache.http.HttpException;
import org.apache.http.conn.ConnectTimeoutException;
import org.apache.http.conn.ConnectionPoolTimeoutException;

/** Creates exceptions that say what failed, where, and what the user can do about it. */
final class Failures {
    private final SearchOptions options;
    private final Secrets secrets;

    Failures(SearchOptions options, Secrets secrets) {
        this.options = requireNonNull(options, "options is null");
        this.secrets = requireNonNull(secrets, "secrets is null");
    }

    /** Returns the exception for an unsuccessful response. */
    SearchException ofAnswer(SearchRequest request, Answer answer) {
        EngineError error;
        try {
            error = EngineError.ofAnswer(answer.content().readAllBytes());
        } catch (IOException e) {
            error = new EngineError(Optional.empty(), "");
        }
        String said = error.toString();
        String message = "Cannot %s: %s answered %s%s%s"
                .formatted(
                        request,
                        answer.node(),
                        answer.status(),
                        said.isEmpty() ? "" : " " + said,
                        answerRemedy(request, answer, error));
        return new SearchException(secrets.redact(message), answer.status(), error.type(), null);
    }

    private String answerRemedy(SearchRequest request, Answer answer, EngineError error) {
        return switch (answer.status()) {
            case 301, 302, 303, 307, 308 ->
                "; redirects are not followed: set skipping.elasticsearch.uris to where it leads"
                        + answer.header("Location").map(": "::concat).orElse("");
            case 401 -> "; " + credentialsRemedy();
            case 413 ->
                "; the request of %s bytes is too large for it: raise http.max_content_length, or the limit of the proxy before it"
                        .formatted(request.body().map(body -> body.length()).orElse(0));
            case 403, 429 -> error.isType("cluster_block_exception") ? blockRemedy(error) : rightsRemedy(answer);
            case 503 ->
                error.isType("search_phase_execution_exception") || error.isType("no_shard_available_action_exception")
                        ? "; a part of the index is lost: bring back the node that has it, or delete the index, then"
                                + " run index-builder build"
                        : "";
            default -> error.isType("index_closed_exception") ? "; open it again" : "";
        };
    }

    private String rightsRemedy(Answer answer) {
        if (answer.status() != 403) {
            return "";
        }
        return options.basicAuth().isPresent() || options.apiKey().isPresent()
                ? "; give the %s the right to do this"
                        .formatted(options.basicAuth()
                                .map(auth -> "user '%s'".formatted(auth.user()))
                                .orElse("API key"))
                : "; " + credentialsRemedy();
    }

    private String credentialsRemedy() {
        if (options.basicAuth().isPresent()) {
            return "check skipping.elasticsearch.user and skipping.elasticsearch.password";
        }
        if (options.apiKey().isPresent()) {
            return "check skipping.elasticsearch.api-key";
        }
        return "set skipping.elasticsearch.user and skipping.elasticsearch.password, or skipping.elasticsearch.api-key";
    }

    /** Returns the remedy if the engine refuses writes until somebody acts; otherwise an empty text. */
    static String blockRemedy(EngineError error) {
        if (!error.isType("cluster_block_exception")) {
            return "";
        }
        return error.reason().contains("flood-stage") || error.reason().contains("read-only-allow-delete")
                ? "; its disks are nearly full, so it takes no writes: free space, or give it more"
                : "; the index or the cluster is set to refuse this: remove the block";
    }

    /** Returns the exception for a request without a response. */
    SearchException ofTransport(SearchRequest request, TransportException failure, Deadline deadline) {
        String message = "Cannot %s: %s %s".formatted(request, failure.node(), transportProblem(failure, deadline));
        return SearchException.withoutAnswer(secrets.redact(message), failure.getCause());
    }

    private String transportProblem(TransportException failure, Deadline deadline) {
        for (Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
            String problem = problem(cause, failure, deadline);
            if (problem != null) {
                return problem;
            }
        }
        Throwable cause = failure.rootCause();
        return "did not answer: "
                + (cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage());
    }

    private String problem(Throwable cause, TransportException failure, Deadline deadline) {
        String said = cause.getMessage();
        if (cause instanceof UnknownHostException || cause instanceof UnresolvedAddressException) {
            return "is not known: no address belongs to this name; check skipping.elasticsearch.uris";
        }
        if (cause instanceof ClosedException) {
            return "was not asked, as the client has been closed";
        }
        // before the next check, because this is a subclass
        if (cause instanceof ConnectionPoolTimeoutException) {
            return "was not asked within %s, as all %s connections are busy: raise skipping.elasticsearch.max-connections"
                    .formatted(Deadline.text(deadline.budget()), options.maxConnections());
        }
        // the client throws the second one itself
        if (cause instanceof ConnectTimeoutException
                || cause instanceof ConnectException && said != null && said.startsWith("Timeout")) {
            return "did not accept a connection within %s: check that it is running and that nothing blocks the connection, or raise skipping.elasticsearch.connect-timeout"
                    .formatted(Deadline.text(options.connectTimeout()));
        }
        if (cause instanceof ConnectException || cause instanceof NoRouteToHostException) {
            return "cannot be reached (%s): check that it is running and that skipping.elasticsearch.uris is right"
                    .formatted(said);
        }
        if (cause instanceof CertPathBuilderException || cause instanceof CertPathValidatorException) {
            return "has a certificate that is not trusted (%s): set skipping.elasticsearch.tls.truststore-path to a file with the certificate of its authority"
                    .formatted(said);
        }
        if (cause instanceof SSLPeerUnverifiedException) {
            return "has a certificate for another host (%s): use a name that is in it, or set skipping.elasticsearch.tls.verify-hostnames=false"
                    .formatted(said);
        }
        if (cause instanceof SSLException) {
            return isNotTls(cause) ? "does not speak TLS: use http:// in skipping.elasticsearch.uris" : null;
        }
        if (cause instanceof SocketTimeoutException || cause instanceof TimeoutException) {
            return "did not answer within " + Deadline.text(deadline.budget());
        }
        if (cause instanceof ConnectionClosedException) {
            return "closed the connection" + tlsRemedy(failure);
        }
        if (cause instanceof HttpException) {
            return "does not speak HTTP" + tlsRemedy(failure);
        }
        return cause instanceof ContentTooLongException ? "gave an answer that is too large: " + said : null;
    }

    private static String tlsRemedy(TransportException failure) {
        return failure.node().startsWith("http:")
                ? "; if it speaks TLS, use https:// in skipping.elasticsearch.uris"
                : "";
    }

    private static boolean isNotTls(Throwable cause) {
        return cause.getMessage() != null && cause.getMessage().contains("SSL message");
    }

    SearchException ofContent(SearchRequest request, Answer answer, IOException failure) {
        return new SearchException(
                secrets.redact("Cannot %s: %s answered %s with content that is not the expected JSON"
                        .formatted(request, answer.node(), answer.status())),
                answer.status(),
                Optional.empty(),
                failure);
    }

    static SearchException interrupted(SearchRequest request, InterruptedException cause) {
        Thread.currentThread().interrupt();
        return SearchException.withoutAnswer("Interrupted while waiting to %s".formatted(request), cause);
    }
}
