// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.stage;

import io.skipping.committer.data.ManifestReader;
import io.skipping.committer.data.ReplacedFiles;
import io.skipping.committer.manifest.CommittedJob;
import io.skipping.committer.manifest.Manifest;
import io.skipping.committer.manifest.ManifestCodec;
import io.skipping.committer.manifest.ManifestFormatException;
import io.skipping.committer.manifest.ManifestNames;
import io.skipping.committer.manifest.Overwrite;
import io.skipping.committer.manifest.SuccessData;
import io.skipping.committer.store.ConflictException;
import io.skipping.committer.store.Content;
import io.skipping.committer.store.Store;
import io.skipping.committer.store.StoreFiles;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replaces one generation of a manifest by the next. The PUT that succeeds commits the job. Nothing before it changes
 * anything for readers.
 */
public final class Publisher {
    private static final Logger LOG = LoggerFactory.getLogger(Publisher.class);

    /**
     * The number of consecutive failures after which the store, rather than a single request, is assumed to be the
     * cause.
     */
    private static final int MAX_FAILURES = 5;

    private static final Duration FIRST_PAUSE = Duration.ofMillis(20);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

    private final Store store;
    private final Duration timeout;

    /**
     * Creates a publisher of jobs to one destination.
     *
     * @param timeout how long to try while other jobs publish
     */
    public Publisher(Store store, Duration timeout) {
        this.store = store;
        this.timeout = timeout;
    }

    /**
     * Describes the result of a publication.
     *
     * @param generation the generation in which the job's objects became part of the data set
     * @param own whether it is known that this commit has published them, and not another one of the same job, such as that
     *     of an application master that was thought to be dead
     */
    public record Publication(long generation, boolean own) {}

    /**
     * Publishes a job's output.
     *
     * @param knownGeneration the generation that was current before the objects to replace were listed
     * @throws IOException if publishing failed, or if it is unknown whether it did; it can be repeated then
     */
    public Publication publish(Output output, Overwrite overwrite, long knownGeneration, JobInfo info)
            throws IOException {
        Merge merge = new Merge(store, output, overwrite, knownGeneration);
        List<String> ownPublications = new ArrayList<>();
        List<String> lostLists = new ArrayList<>();
        long deadline = System.nanoTime() + timeout.toNanos();
        Duration pause = FIRST_PAUSE;
        int failures = 0;
        // guess that there is no manifest; only if this fails is the manifest read
        Optional<Current> guess = store.replacesConditionally()
                ? Optional.of(new Current(Manifest.none(), Optional.empty()))
                : Optional.empty();
        while (true) {
            IOException failure = null;
            try {
                // content read before a PUT does not show whether that PUT succeeded
                Current current = guess.isPresent() ? guess.get() : read();
                guess = Optional.empty();
                Optional<Publication> done = committed(current, output, ownPublications);
                if (done.isPresent()) {
                    return done.get();
                }
                // not earlier: a PUT that seems to have lost to another job may have lost to its own first try
                deleteQuietly(lostLists);
                lostLists.clear();
                Merge.Result next = merge.after(current.manifest(), System.currentTimeMillis());
                ownPublications.add(next.manifest().publication());
                if (put(next.manifest(), current, info, output)) {
                    LOG.info(
                            "Job {} is committed to {} as generation {}: {} objects",
                            output.job(),
                            store.location(),
                            next.manifest().generation(),
                            output.objects());
                    return new Publication(next.manifest().generation(), true);
                }
                lostLists.addAll(next.newLists());
                failures = 0;
            } catch (JobIdException | ManifestFormatException e) {
                // a retry does not help
                throw e;
            } catch (ConflictException e) {
                // the store works; which of the two PUTs it has let through, the manifest will show
                LOG.debug("Another PUT of the manifest of {} is in progress", store.location(), e);
                failure = e;
                failures = 0;
            } catch (ReplacedManifestException e) {
                // the store works, and other jobs publish, as if a PUT had lost to theirs
                LOG.debug("Another job has published to {}", store.location(), e);
                failure = e;
                failures = 0;
            } catch (IOException e) {
                LOG.warn(
                        "It is unknown whether job {} was committed to {}; reading the manifest will show",
                        output.job(),
                        store.location(),
                        e);
                failure = e;
                failures++;
            }
            if (failures >= MAX_FAILURES || System.nanoTime() - deadline > 0) {
                throw new IOException(
                        "Job %s could not be committed to %s%s. None of its objects is visible unless its id is in the manifest; it can be committed again, or aborted"
                                .formatted(
                                        output.job(),
                                        store.location(),
                                        failures >= MAX_FAILURES
                                                ? ", which failed %d times in a row".formatted(failures)
                                                : ": other jobs kept publishing first for %s".formatted(timeout)),
                        failure);
            }
            sleep(pause);
            pause = pause.multipliedBy(2).compareTo(LONGEST_PAUSE) < 0 ? pause.multipliedBy(2) : LONGEST_PAUSE;
        }
    }

    /** Reports that two jobs have the same id. */
    private static final class JobIdException extends IOException {
        JobIdException(String message) {
            super(message);
        }
    }

    /** Reports that another job has published while the manifest was read. */
    private static final class ReplacedManifestException extends IOException {
        ReplacedManifestException(Store store, Exception cause) {
            super("%s/%s was replaced while it was read".formatted(store.location(), Manifest.NAME), cause);
        }
    }

    /** Holds the current manifest, and the ETag that a conditional PUT must name to replace it. */
    private record Current(Manifest manifest, Optional<String> etag) {}

    private Current read() throws IOException {
        try {
            return readCurrent();
        } catch (IOException | IllegalArgumentException e) {
            if (ReplacedFiles.isSaidByStream(e)) {
                throw new ReplacedManifestException(store, e);
            }
            throw e;
        }
    }

    private Current readCurrent() throws IOException {
        if (!store.replacesConditionally()) {
            return new Current(
                    ManifestReader.current(new StoreFiles(store), "").orElse(Manifest.none()), Optional.empty());
        }
        Optional<Store.Opened> opened = store.open(Manifest.NAME);
        if (opened.isEmpty()) {
            return new Current(Manifest.none(), Optional.empty());
        }
        String etag = opened.get()
                .etag()
                .orElseThrow(() -> new IOException("%s has conditional PUT, but does not report the ETag of %s"
                        .formatted(store.location(), Manifest.NAME)));
        try {
            Optional<Manifest> manifest = ManifestCodec.read(opened.get().stream());
            if (manifest.isEmpty()) {
                LOG.warn(
                        "{}/{} is another committer's, and is replaced. If there was a manifest before it, what that counted does not count any more: restore the manifest from an earlier version. Until then, vacuum refuses to delete what is older",
                        store.location(),
                        Manifest.NAME);
            }
            return new Current(manifest.orElseGet(() -> Manifest.lost(System.currentTimeMillis())), Optional.of(etag));
        } catch (ManifestFormatException e) {
            throw e.of(store.location() + "/" + Manifest.NAME);
        }
    }

    private Optional<Publication> committed(Current current, Output output, List<String> ownPublications)
            throws IOException {
        Optional<CommittedJob> job = current.manifest().job(output.job());
        if (job.isEmpty()) {
            return Optional.empty();
        }
        if (!job.get().digest().equals(output.digest())) {
            throw new JobIdException(
                    "A job with the id %s is committed to %s already, with %,d other objects: two jobs must not have the same id. The objects of this one have %s in their names and are not counted"
                            .formatted(output.job(), store.location(), job.get().objects(), output.job()));
        }
        boolean own = ownPublications.contains(current.manifest().publication());
        LOG.info("Job {} has already been committed to {}", output.job(), store.location());
        return Optional.of(new Publication(job.get().generation(), own));
    }

    private boolean put(Manifest manifest, Current current, JobInfo info, Output output) throws IOException {
        Content content = content(manifest, info, output);
        if (store.replacesConditionally()) {
            return current.etag().isPresent()
                    ? store.replace(Manifest.NAME, current.etag().get(), content)
                    : store.create(Manifest.NAME, content);
        }
        if (!store.create(ManifestNames.generation(manifest.generation()), content)) {
            return false;
        }
        try {
            // for tools that look for it
            store.put(Manifest.NAME, content);
        } catch (IOException e) {
            LOG.warn("{} of {} is not up to date; readers of data do not need it", Manifest.NAME, store.location(), e);
        }
        return true;
    }

    private Content content(Manifest manifest, JobInfo info, Output output) {
        SuccessData success = new SuccessData(
                output.job().value(),
                info.jobIdSource(),
                info.description(),
                hostname(),
                System.currentTimeMillis(),
                output.someNames().stream()
                        .map(name -> store.location() + "/" + name)
                        .toList(),
                Map.of("objects", output.objects(), "bytes", output.bytes()),
                Map.of());
        return out -> ManifestCodec.write(manifest, success, out);
    }

    private static String hostname() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "";
        }
    }

    private void deleteQuietly(List<String> paths) {
        try {
            store.delete(paths);
        } catch (IOException e) {
            LOG.warn("Vacuum will have to delete {} in {}", paths, store.location(), e);
        }
    }

    private static void sleep(Duration pause) throws InterruptedIOException {
        try {
            Thread.sleep(ThreadLocalRandom.current().nextLong(pause.toMillis()) + 1);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("Interrupted while a job was being committed");
        }
    }
}
