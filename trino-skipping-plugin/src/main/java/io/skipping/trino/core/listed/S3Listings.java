// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.listed;

import java.io.IOException;
import java.util.function.BiConsumer;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.S3Object;

/**
 * Observes responses to S3 listings. The AWS SDK creates one instance for each S3 client, because the file {@code
 * software/amazon/awssdk/services/s3/execution.interceptors} names this class. A client calls it in the thread that
 * sends the request.
 */
public final class S3Listings implements ExecutionInterceptor {
    private static final ThreadLocal<BiConsumer<String, String>> LISTENER = new ThreadLocal<>();

    /** Performs an action that may list objects. */
    interface Listing<T> {
        T list() throws IOException;
    }

    /**
     * Performs an action that may list objects.
     *
     * @param listener receives the key and the ETag of each object in S3's responses, if there are any
     */
    static <T> T listen(BiConsumer<String, String> listener, Listing<T> listing) throws IOException {
        BiConsumer<String, String> before = LISTENER.get();
        LISTENER.set(listener);
        try {
            return listing.list();
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
        BiConsumer<String, String> listener = LISTENER.get();
        if (listener != null && context.response() instanceof ListObjectsV2Response answer) {
            for (S3Object object : answer.contents()) {
                if (object.eTag() != null && !object.eTag().isEmpty()) {
                    listener.accept(object.key(), object.eTag());
                }
            }
        }
    }
}
