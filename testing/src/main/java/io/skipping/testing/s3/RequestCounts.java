// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.s3;

import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * Adds up a number of requests.
 *
 * @param byKind the number of requests of each kind; kinds without any are left out
 * @param requests the number of all requests
 * @param bytesSent the bytes in bodies of answers
 * @param bytesReceived the bytes in bodies of requests
 * @param bytesCopied the bytes copied within the store
 * @param objectsRead the number of distinct objects of which bytes were sent
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
    /** Returns the counts of these requests. */
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

    /** Returns the counts of the requests that meet a condition. */
    public RequestCounts only(Predicate<LoggedRequest> wanted) {
        return of(entries.stream().filter(wanted).toList());
    }

    /** Returns the counts of the requests whose key, or listed prefix, starts with a prefix. */
    public RequestCounts under(String bucket, String keyPrefix) {
        return only(entry -> entry.bucket().equals(bucket) && entry.key().startsWith(keyPrefix));
    }

    /** Returns the counts of the requests about data, without those about metadata indexes. */
    public RequestCounts data() {
        return only(entry -> !entry.isIndex());
    }

    /** Returns the counts of the requests about metadata indexes. */
    public RequestCounts index() {
        return only(LoggedRequest::isIndex);
    }

    /** Returns the number of requests of a kind. */
    public long count(RequestKind kind) {
        return byKind.getOrDefault(kind, 0L);
    }
}
