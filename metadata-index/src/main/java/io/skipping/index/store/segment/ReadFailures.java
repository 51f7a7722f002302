// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index.store.segment;

import static java.util.stream.Collectors.toSet;

import com.google.common.base.Throwables;
import io.skipping.index.IndexUnavailableException;
import io.skipping.index.store.FileLocation;
import java.util.Set;

/** Finds out why a store could not read a file, for stores that may be file systems of Hadoop. */
public final class ReadFailures {
    private ReadFailures() {}

    /** Returns an exception which says that a file could not be read, and whether another attempt may succeed. */
    public static IndexUnavailableException of(FileLocation location, Exception failure) {
        String message = "Cannot read index %s: %s".formatted(location, failure.getMessage());
        // by their names, because Trino has a class loader for Hadoop's classes
        Set<String> causes = Throwables.getCausalChain(failure).stream()
                .map(cause -> cause.getClass().getSimpleName())
                .collect(toSet());
        if (causes.contains("ChecksumException")) {
            return new IndexDamagedException(message, failure);
        }
        if (causes.contains("BlockMissingException")) {
            return new IndexLostException(message, failure);
        }
        return new IndexUnavailableException(message, failure);
    }
}
