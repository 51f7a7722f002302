// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.stage;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.skipping.committer.manifest.Line;
import io.skipping.committer.manifest.ListFile;
import io.skipping.committer.manifest.ObjectLine;
import io.skipping.committer.manifest.SuccessData;
import io.skipping.committer.name.JobId;
import io.skipping.committer.store.Store;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * Describes the output of a job that is to be published: its objects, and what they replace. It is built once, and published in
 * as many attempts as necessary.
 *
 * @param job the id of the job
 * @param objects how many objects it wrote
 * @param bytes the bytes of the objects whose sizes are known
 * @param digest a digest of the objects' paths that does not depend on their order
 * @param someNames the paths of the first objects, for people
 * @param lines what is to be published; empty if there is so much that it is in a list file
 * @param list the list file; empty if there is none
 */
public record Output(
        JobId job,
        long objects,
        long bytes,
        String digest,
        List<String> someNames,
        List<Line> lines,
        Optional<ListFile> list) {
    public Output {
        someNames = List.copyOf(someNames);
        lines = List.copyOf(lines);
    }

    /** Returns a builder, which may write a list file to the store. */
    public static Builder builder(Store store, JobId job) {
        return new Builder(store, job);
    }

    /** Receives lines one by one. Memory is bounded, however many there are. */
    public static final class Builder implements AutoCloseable {
        private final JobId job;
        private final CollectedLines lines;
        private final List<String> someNames = new ArrayList<>();
        private long objects;
        private long bytes;
        private long digest;

        private Builder(Store store, JobId job) {
            this.job = job;
            this.lines = CollectedLines.of(store, job);
        }

        /** Adds a line. */
        public void add(Line line) throws IOException {
            lines.add(line);
            if (line instanceof ObjectLine object) {
                objects++;
                bytes += object.size().orElse(0);
                digest += hash(object.path());
                if (someNames.size() < SuccessData.MAX_FILENAMES) {
                    someNames.add(object.path());
                }
            }
        }

        /** Returns the hash of a path. The hashes are added up, so that the order does not matter. */
        private static long hash(String path) {
            try {
                return ByteBuffer.wrap(MessageDigest.getInstance("SHA-256").digest(path.getBytes(UTF_8)))
                        .getLong();
            } catch (NoSuchAlgorithmException e) {
                throw new LinkageError("Every Java has SHA-256", e);
            }
        }

        /** Returns the output; completes the list file if there is one. */
        public Output build() throws IOException {
            Optional<ListFile> list = lines.list();
            return new Output(job, objects, bytes, HexFormat.of().toHexDigits(digest), someNames, lines.lines(), list);
        }

        @Override
        public void close() throws IOException {
            lines.close();
        }
    }
}
