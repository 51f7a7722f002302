// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.index;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import io.airlift.slice.Slices;
import io.airlift.slice.XxHash64;
import java.time.Instant;
import java.util.OptionalLong;

/**
 * Identifies one version of one object. A summary describes exactly one version.
 *
 * @param path full location, such as {@code s3://bucket/table/part-0}
 * @param size bytes
 * @param modifiedMillis modification time by the store's clock, milliseconds since the epoch
 * @param tag a {@linkplain #tag hash} of the content tag in the store's listings; empty if the store gives none
 */
public record ObjectVersion(String path, long size, long modifiedMillis, OptionalLong tag) {
    public ObjectVersion {
        requireNonNull(path, "path is null");
        requireNonNull(tag, "tag is null");
    }

    /** Creates a version of which the store's listing gives only size and modification time. */
    public ObjectVersion(String path, long size, long modifiedMillis) {
        this(path, size, modifiedMillis, OptionalLong.empty());
    }

    /**
     * Compares the time that a listing has of an object with the time that the store reports of this object alone. Some
     * stores report milliseconds in listings but only seconds for a single object.
     */
    public static boolean isSameTime(long listedMillis, Instant found) {
        return listedMillis == found.toEpochMilli()
                || (found.getNano() == 0 && Math.floorDiv(listedMillis, 1000L) == found.getEpochSecond());
    }

    /** Returns the hash of an ETag: XXH64 of its characters without quotes, and never 0. */
    public static long tag(String etag) {
        long hash = XxHash64.hash(Slices.wrappedBuffer(etag.replace("\"", "").getBytes(UTF_8)));
        return hash == 0 ? 1 : hash;
    }
}
