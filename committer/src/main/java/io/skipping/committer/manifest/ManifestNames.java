// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.manifest;

import io.skipping.committer.name.JobId;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Defines the names of the protocol's files beside the manifest. Readers of data ignore all of them, because of their first
 * character.
 */
public final class ManifestNames {
    /** Is the prefix of all files that belong to manifests, except the manifest itself. */
    public static final String PREFIX = "_manifest-";

    private static final String TEMPORARY_PREFIX = "._manifest-";
    private static final String RECORDS_PREFIX = "_committing-";

    /**
     * Is the largest generation. It is far enough from the largest long to prevent overflow, and larger than the number of
     * commits of any data set.
     */
    public static final long LARGEST_GENERATION = 999_999_999_999_999L;

    private static final Pattern GENERATION = Pattern.compile("_manifest-g0{5}([0-9]{15})\\.json");
    private static final Pattern LIST = Pattern.compile("_manifest-.*\\.jsonl\\.gz");
    private static final Pattern LIST_OF_JOB =
            Pattern.compile("_manifest-([A-Za-z0-9-]{1,80})-[0-9a-f]{8}-[0-9]{5,}\\.jsonl\\.gz");

    private ManifestNames() {}

    /** Returns the name of the numbered manifest of a generation, which ends with {@code .json}. */
    public static String generation(long generation) {
        // in the digits of some languages, no reader would find it
        return String.format(Locale.ROOT, "_manifest-g%020d.json", generation);
    }

    /** Returns the generation of a numbered manifest; empty if no commit gives a file this name. */
    public static OptionalLong generation(String name) {
        Matcher matcher = GENERATION.matcher(name);
        if (!matcher.matches()) {
            return OptionalLong.empty();
        }
        long generation = Long.parseLong(matcher.group(1));
        return generation > 0 ? OptionalLong.of(generation) : OptionalLong.empty();
    }

    /** Returns whether a file of this name may be the manifest of its folder. */
    public static boolean isManifest(String name) {
        return name.equals(Manifest.NAME) || generation(name).isPresent();
    }

    /** Returns a new name for the list with this number of a job; no other process has the same. */
    public static String newList(JobId job, int number) {
        return String.format(Locale.ROOT, "_manifest-%s-%s-%05d.jsonl.gz", job, randomHex(4), number);
    }

    /** Returns whether this is the name of a list, of any job. */
    public static boolean isList(String name) {
        return LIST.matcher(name).matches();
    }

    /** Returns the job that wrote a list; empty if the name is not that of a list. */
    public static Optional<JobId> jobOfList(String name) {
        Matcher matcher = LIST_OF_JOB.matcher(name);
        return matcher.matches() ? Optional.of(new JobId(matcher.group(1))) : Optional.empty();
    }

    /** Returns a new name for a file that is renamed once it is complete. */
    public static String newTemporary() {
        return TEMPORARY_PREFIX + randomHex(16);
    }

    /** Returns whether {@link #newTemporary} makes such names. */
    public static boolean isTemporary(String name) {
        return name.startsWith(TEMPORARY_PREFIX);
    }

    /** Returns the folder of a job's task records, with a trailing slash. */
    public static String records(JobId job) {
        return RECORDS_PREFIX + job + "/";
    }

    /** Returns whether this is the folder of some job's task records. */
    public static boolean isRecords(String folderName) {
        return folderName.startsWith(RECORDS_PREFIX);
    }

    /** Returns a random text for {@link Manifest#publication}. */
    public static String newPublication() {
        return randomHex(16);
    }

    private static String randomHex(int bytes) {
        byte[] random = new byte[bytes];
        ThreadLocalRandom.current().nextBytes(random);
        return HexFormat.of().formatHex(random);
    }
}
