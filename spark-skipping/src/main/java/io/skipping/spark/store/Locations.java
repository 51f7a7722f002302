// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.spark.store;

import static java.util.stream.Collectors.toUnmodifiableSet;

import java.util.Set;
import org.apache.hadoop.fs.Path;

/**
 * Converts locations between their form in an index and Hadoop's. Trino's tables are in {@code s3://bucket}, which Hadoop reads
 * by the scheme {@code s3a}; both name the same object.
 */
public final class Locations {
    private static final Set<String> S3 = Set.of("s3", "s3a", "s3n");
    private static final String S3_IN_INDEXES = "s3";

    private Locations() {}

    /** Returns a location as indexes have it, without slashes at its end. */
    public static String inIndex(Path path) {
        String text = withScheme(path.toString(), S3_IN_INDEXES);
        int end = text.length();
        while (end > 0 && text.charAt(end - 1) == '/') {
            end--;
        }
        return text.substring(0, end);
    }

    /** Returns the texts that a location may have in the index of a table: a metastore has any of the schemes of S3. */
    static Set<String> spellings(Path path) {
        String text = inIndex(path);
        return S3.stream().map(scheme -> withScheme(text, scheme)).collect(toUnmodifiableSet());
    }

    /**
     * Returns a location as Hadoop reads it.
     *
     * @param scheme of S3 in this session, such as {@code s3a}
     */
    public static Path inHadoop(String location, String scheme) {
        return new Path(withScheme(location, scheme));
    }

    /** Returns the scheme for S3 of a path; {@code s3a} if the path is not in S3. */
    public static String s3Scheme(Path path) {
        String scheme = path.toUri().getScheme();
        return scheme != null && S3.contains(scheme) ? scheme : "s3a";
    }

    private static String withScheme(String location, String scheme) {
        int end = location.indexOf("://");
        return end > 0 && S3.contains(location.substring(0, end)) ? scheme + location.substring(end) : location;
    }
}
