// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.listed;

import java.io.IOException;
import java.util.function.Consumer;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;

/** Listens to the answers to reads of S3, as {@link S3Listings} does to those to listings. */
public final class S3Reads implements ExecutionInterceptor {
    private static final ThreadLocal<Consumer<String>> LISTENER = new ThreadLocal<>();

    /** Something that may read an object. */
    public interface Reading<T> {
        T read() throws IOException;
    }

    /**
     * Does something that may read an object. In it nothing else listens.
     *
     * @param listener takes the ETag of the object for each answer of S3, if there is one
     */
    public static <T> T listen(Consumer<String> listener, Reading<T> reading) throws IOException {
        LISTENER.set(listener);
        try {
            return reading.read();
        } finally {
            LISTENER.remove();
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
