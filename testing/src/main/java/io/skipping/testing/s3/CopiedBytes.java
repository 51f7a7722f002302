// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.testing.s3;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URLDecoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.gaul.shaded.org.eclipse.jetty.http.HttpFields;

/** Finds how many bytes a request makes the store copy from one object to another, or to a part of it. */
final class CopiedBytes {
    static final String SOURCE = "x-amz-copy-source";

    private static final String SOURCE_RANGE = "x-amz-copy-source-range";
    private static final Pattern RANGE = Pattern.compile("bytes=([0-9]{1,18})-([0-9]{1,18})");

    private final Path buckets;

    /** @param buckets the folder in which the endpoint keeps its buckets */
    CopiedBytes(Path buckets) {
        this.buckets = buckets;
    }

    /**
     * Returns the number of bytes; 0 if the request copies nothing that exists. Call it before the request is answered,
     * since the source may be gone afterwards.
     */
    long of(HttpFields headers) {
        String source = headers.get(SOURCE);
        if (source == null) {
            return 0;
        }
        String range = headers.get(SOURCE_RANGE);
        Matcher matcher = RANGE.matcher(range == null ? "" : range);
        if (matcher.matches()) {
            return Long.parseLong(matcher.group(2)) - Long.parseLong(matcher.group(1)) + 1;
        }
        String decoded = URLDecoder.decode(source, UTF_8);
        try {
            return Files.size(buckets.resolve(decoded.startsWith("/") ? decoded.substring(1) : decoded));
        } catch (IOException _) {
            return 0;
        }
    }
}
