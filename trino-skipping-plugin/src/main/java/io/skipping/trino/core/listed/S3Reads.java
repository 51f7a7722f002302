// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.listed;

import java.io.IOException;
import java.util.function.Consumer;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;

/** Observes responses to S3 reads, as {@link S3Listings} does for listings. */
public final class S3Reads implements ExecutionInterceptor {
    private static final ThreadLocal<Consumer<String>> LISTENER = new ThreadLocal<>();

    /** Performs an action that may read an object. */
    public interface Reading<T> {
        T read() throws IOException;
    }

    /**
     * Performs an action that may read an object. No other listener is active during the action.
     *
     * @param listener receives the object's ETag from each of S3's responses, if there are any
     */
    public static <T> T listen(Consumer<String> listener, Reading<T> reading) throws IOException {
        Consumer<String> before = LISTENER.get();
        LISTENER.set(listener);
        try {
            return reading.read();
        } finally {
            if (before == null) {
                LISTENER.remove();
            } else {
                LISTENER.set(before);
            }
        }
    }

    @Override
    public void afterExecution(Context.AfterExecution context, ExecutionAttributes attributes) {
        Consumer<String> listener = LISTENER.get();
        if (listener != null && context.response() instanceof GetObjectResponse answer && answer.eTag() != null) {
            listener.accept(answer.eTag());
        }
    }
}
