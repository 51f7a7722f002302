// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.name;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Locale;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;

/**
 * Identifies the job that wrote an object. No two jobs of the same destination have the same id.
 *
 * @param value 1 to 80 letters, digits and '-'
 */
public record JobId(String value) implements Comparable<JobId> {
    /** The syntax excludes the characters that separate the parts of a name. */
    static final String SYNTAX = "[A-Za-z0-9-]{1,80}";

    private static final Pattern PATTERN = Pattern.compile(SYNTAX);
    private static final String HADOOP_PREFIX = "job_";

    public JobId {
        if (!PATTERN.matcher(value).matches()) {
            throw new IllegalArgumentException(
                    "'%s' can't be a job id: 1 to 80 letters, digits and '-' can".formatted(value));
        }
    }

    /** Returns a new, unique id. */
    public static JobId random() {
        return new JobId(UUID.randomUUID().toString());
    }

    /**
     * Returns the id for one of Hadoop's ids: {@code 1732224000000-0042} for {@code job_1732224000000_0042}. Different
     * Hadoop ids give different ids.
     */
    public static JobId ofHadoop(String hadoopId) {
        String id = hadoopId.startsWith(HADOOP_PREFIX) ? hadoopId.substring(HADOOP_PREFIX.length()) : hadoopId;
        int separator = id.lastIndexOf('_');
        String first = separator < 0 ? id : id.substring(0, separator);
        String readable = id.replaceAll("[^A-Za-z0-9-]", "-");
        if (first.matches("[A-Za-z0-9]+") && readable.length() <= 80) {
            return new JobId(readable);
        }
        // replacing or cutting characters must not make two ids equal
        CRC32C checksum = new CRC32C();
        checksum.update(id.getBytes(UTF_8));
        return new JobId(String.format(
                        Locale.ROOT,
                        "%s-%08x-%08x",
                        readable.substring(0, Math.min(60, readable.length())),
                        checksum.getValue(),
                        id.hashCode())
                .toLowerCase(Locale.ROOT));
    }

    @Override
    public int compareTo(JobId other) {
        return value.compareTo(other.value);
    }

    @Override
    public String toString() {
        return value;
    }
}
