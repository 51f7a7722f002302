// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.scan;

import static java.util.Objects.requireNonNull;

import com.google.common.base.Ticker;
import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.apache.hadoop.fs.Path;

/**
 * Asks about locations while Spark still plans the query that needs the answer. Each answer is used once, and only if it is hardly older than one
 * that is asked for when it is needed. Thread-safe.
 *
 * @param <T> the answers
 */
final class EarlyAnswers<T> {
    private static final Duration USED_FOR = Duration.ofSeconds(2);
    /** Bounds what is loaded at once, and kept until it is used: a query may name any number of locations. */
    static final int MOST_AT_ONCE = 8;

    private final Function<Path, T> question;
    private final ExecutorService executor;
    private final Cache<Path, Future<T>> asked;

    /** @param ticker the time that is used to find out how old answers are */
    EarlyAnswers(Function<Path, T> question, ExecutorService executor, Ticker ticker) {
        this.question = requireNonNull(question, "question is null");
        this.executor = requireNonNull(executor, "executor is null");
        this.asked = CacheBuilder.newBuilder()
                // so that each question drops all old answers, which may be large
                .concurrencyLevel(1)
                .expireAfterWrite(USED_FOR)
                // if no question follows
                .softValues()
                .ticker(ticker)
                .build();
    }

    /** Asks about a location, and does not wait for the answer. If much has been asked already, it is asked when the answer is needed. */
    void ask(Path location) {
        asked.cleanUp();
        if (asked.size() < MOST_AT_ONCE && asked.getIfPresent(location) == null) {
            asked.put(location, executor.submit(() -> question.apply(location)));
        }
    }

    /** Returns the answer about a location. What has failed before is asked again. */
    T get(Path location) {
        Future<T> early = asked.asMap().remove(location);
        if (early != null) {
            try {
                return early.get();
            } catch (ExecutionException e) {
                // as if it had not been asked
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        return question.apply(location);
    }

    /** Drops all answers that nobody has used. */
    void clear() {
        asked.invalidateAll();
    }
}
