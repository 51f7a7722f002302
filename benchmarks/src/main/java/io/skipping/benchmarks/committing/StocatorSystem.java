// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.committing;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Lists the systems of {@link Stocator}: committers, and ways in which S3A uploads what they write. */
enum StocatorSystem {
    FILE_V1("file-v1"),
    FILE_V2("file-v2"),
    S3A_MAGIC("s3a-magic"),
    S3A_MAGIC_MEMORY("s3a-magic-memory"),
    S3A_DIRECTORY("s3a-directory"),
    OURS(CommittingReport.OURS),
    /** In a process that does nothing else, as those with which its memory is compared. */
    OURS_ON_DISK(CommittingReport.OURS + "-disk", "disk", "128M"),
    OURS_IN_MEMORY(CommittingReport.OURS + "-bytebuffer", "bytebuffer", "128M"),
    OURS_IN_PARTS(CommittingReport.OURS + "-parts", "disk", "64M"),
    OURS_IN_MEMORY_AND_PARTS(CommittingReport.OURS + "-bytebuffer-parts", "bytebuffer", "64M"),
    /** Stands for the paper's <i>S3a Cv2 + FU</i>, which uploads parts while a task writes. */
    FILE_V2_IN_PARTS("file-v2-parts", "file-v2", "disk", "64M");

    /** The systems that take part unless others are chosen. */
    static final List<StocatorSystem> DEFAULT =
            Arrays.stream(values()).filter(system -> system != S3A_MAGIC_MEMORY).toList();

    private final String label;
    private final String committer;
    private final String buffer;
    private final String part;

    /** An object of 128 MB is uploaded by one request, as by S3A at the time of the paper. */
    StocatorSystem(String committer) {
        this(committer, committer, "disk", "128M");
    }

    StocatorSystem(String label, String buffer, String part) {
        this(label, CommittingReport.OURS, buffer, part);
    }

    StocatorSystem(String label, String committer, String buffer, String part) {
        this.label = label;
        this.committer = committer;
        this.buffer = buffer;
        this.part = part;
    }

    static Optional<StocatorSystem> of(String label) {
        return Arrays.stream(values())
                .filter(system -> system.label.equals(label))
                .findFirst();
    }

    /** Returns the name of this system in results. */
    String label() {
        return label;
    }

    String committer() {
        return committer;
    }

    /** Returns where S3A keeps what it has not uploaded yet. */
    String buffer() {
        return buffer;
    }

    /** Returns how much S3A uploads by one request at most. */
    String part() {
        return part;
    }

    /** Returns whether this system is there to compare ways to upload, which Teragen does. */
    boolean isUpload() {
        return committer.equals(CommittingReport.OURS) || !label.equals(committer);
    }

    boolean takesPartIn(PaperWorkload workload) {
        return workload == PaperWorkload.TERAGEN || this == OURS || !isUpload();
    }

    /** Returns Spark's properties. */
    Map<String, String> properties() {
        Map<String, String> properties = new HashMap<>();
        properties.put("spark.hadoop.fs.s3a.fast.upload.buffer", buffer);
        properties.put("spark.hadoop.fs.s3a.multipart.size", part);
        // a task for each object of 128 MB
        properties.put("spark.hadoop.fs.s3a.block.size", "128M");
        return properties;
    }
}
