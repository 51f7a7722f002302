// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.s3;

import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * What a number of requests adds up to.
 *
 * @param byKind how many of each kind there were; kinds without any are left out
 * @param bytesSent in bodies of answers
 * @param bytesReceived in bodies of requests
 * @param bytesCopied within the store
 * @param objectsRead how many different objects bytes were sent of
 * @param entries the requests, in the order in which they ended
 */
public record RequestCounts(
        Map<RequestKind, Long> byKind,
        long requests,
        long bytesSent,
        long bytesReceived,
        long bytesCopied,
        long objectsRead,
        List<LoggedRequest> entries) {
    public static RequestCounts of(Collection<LoggedRequest> entries) {
        Map<RequestKind, Long> byKind = new EnumMap<>(RequestKind.class);
        entries.forEach(entry -> byKind.merge(entry.kind(), 1L, Long::sum));
        return new RequestCounts(
                Collections.unmodifiableMap(byKind),
                entries.size(),
                entries.stream().mapToLong(LoggedRequest::bytesSent).sum(),
                entries.stream().mapToLong(LoggedRequest::bytesReceived).sum(),
                entries.stream().mapToLong(LoggedRequest::bytesCopied).sum(),
                entries.stream()
                        .filter(LoggedRequest::isRead)
                        .map(entry -> entry.bucket() + "/" + entry.key())
                        .distinct()
                        .count(),
                List.copyOf(entries));
    }

    /** The counts of some of the requests. */
    public RequestCounts only(Predicate<LoggedRequest> wanted) {
        return of(entries.stream().filter(wanted).toList());
    }

    /** Those about keys (and listings of prefixes) that start so. */
    public RequestCounts under(String bucket, String keyPrefix) {
        return only(entry -> entry.bucket().equals(bucket) && entry.key().startsWith(keyPrefix));
    }

    /** Those about data, and not about a metadata index. */
    public RequestCounts data() {
        return only(entry -> !entry.isIndex());
    }

    /** Those about metadata indexes. */
    public RequestCounts index() {
        return only(LoggedRequest::isIndex);
    }

    public long count(RequestKind kind) {
        return byKind.getOrDefault(kind, 0L);
    }
}
