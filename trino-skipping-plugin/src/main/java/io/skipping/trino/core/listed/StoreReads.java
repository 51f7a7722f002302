// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.trino.core.listed;

import io.trino.filesystem.TrinoInputFile;
import io.trino.filesystem.cache.CacheKeyProvider;
import io.trino.filesystem.cache.DefaultCacheKeyProvider;
import java.io.IOException;
import java.util.Optional;

/**
 * Leads reads of builds past Trino's cache of file content ({@code fs.cache.enabled}) to the store. The cache answers by
 * path, size and time, so it may hold another version of the object than the store, and a summary of it would outlast the
 * entry. Queries use the cache as without this plugin.
 */
public final class StoreReads implements CacheKeyProvider {
    private static final ThreadLocal<Boolean> ACTIVE = ThreadLocal.withInitial(() -> false);

    private final CacheKeyProvider cached = new DefaultCacheKeyProvider();

    /** Performs an action that opens files in the thread that calls this, and reads them from the store. */
    public static <T> T read(S3Reads.Reading<T> reading) throws IOException {
        boolean before = ACTIVE.get();
        ACTIVE.set(true);
        try {
            return reading.read();
        } finally {
            if (!before) {
                ACTIVE.remove();
            }
        }
    }

    /** Returns an action that, in another thread, reads what it would read in this one. */
    public static <T> S3Reads.Reading<T> elsewhere(S3Reads.Reading<T> reading) {
        return ACTIVE.get() ? () -> read(reading) : reading;
    }

    @Override
    public Optional<String> getCacheKey(TrinoInputFile file) throws IOException {
        return ACTIVE.get() ? Optional.empty() : cached.getCacheKey(file);
    }
}
