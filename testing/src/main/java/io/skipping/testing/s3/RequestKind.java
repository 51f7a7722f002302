// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.s3;

import java.util.Set;

/** Classifies requests to S3 so that an object store charges the same for all requests of a kind. */
public enum RequestKind {
    /** Reads bytes of an object. */
    GET,
    /** Reads the metadata of an object, without its bytes. */
    HEAD,
    /** Lists objects whose keys have a prefix. */
    LIST,
    /** Writes a whole object in one request. */
    PUT,
    /** Copies an object within the store. */
    COPY,
    /** Deletes one object. */
    DELETE,
    /** Deletes many objects in one request. */
    DELETE_MANY,
    /** Begins a multipart upload. */
    CREATE_UPLOAD,
    /** Writes a part of a multipart upload. */
    UPLOAD_PART,
    /** Makes an object of the parts of a multipart upload. */
    COMPLETE_UPLOAD,
    /** Deletes the parts of a multipart upload. */
    ABORT_UPLOAD,
    /** Does something else: it is about buckets, access rights, uploads in progress, and so on. */
    OTHER;

    /**
     * Returns the kind of a request, distinguished as S3 does.
     *
     * @param key empty if the request is about a bucket or about all of them
     * @param parameters names of the query's parameters
     * @param copies whether the request names an object to copy from
     */
    static RequestKind of(String method, String bucket, String key, Set<String> parameters, boolean copies) {
        if (key.isEmpty()) {
            return ofBucket(method, bucket, parameters);
        }
        boolean upload = parameters.contains("uploadId");
        return switch (method) {
            // an object's ACL, tags, attributes, parts
            case "GET" -> upload || isAspect(parameters) ? OTHER : GET;
            case "HEAD" -> HEAD;
            case "PUT" -> {
                if (isAspect(parameters)) {
                    yield OTHER;
                }
                if (copies) {
                    yield COPY;
                }
                yield upload ? UPLOAD_PART : PUT;
            }
            case "POST" -> {
                if (parameters.contains("uploads")) {
                    yield CREATE_UPLOAD;
                }
                yield upload ? COMPLETE_UPLOAD : OTHER;
            }
            case "DELETE" -> {
                if (isAspect(parameters)) {
                    yield OTHER;
                }
                yield upload ? ABORT_UPLOAD : DELETE;
            }
            default -> OTHER;
        };
    }

    private static RequestKind ofBucket(String method, String bucket, Set<String> parameters) {
        if (method.equals("POST") && parameters.contains("delete")) {
            return DELETE_MANY;
        }
        // an old-style listing may come without any parameter, a listing of all buckets has no bucket
        boolean listing = parameters.contains("list-type")
                || parameters.contains("prefix")
                || parameters.contains("versions")
                || parameters.isEmpty();
        return method.equals("GET") && !bucket.isEmpty() && listing && !parameters.contains("uploads") ? LIST : OTHER;
    }

    private static boolean isAspect(Set<String> parameters) {
        return parameters.contains("acl")
                || parameters.contains("tagging")
                || parameters.contains("attributes")
                || parameters.contains("retention")
                || parameters.contains("legal-hold");
    }
}
