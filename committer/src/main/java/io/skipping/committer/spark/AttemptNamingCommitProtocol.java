// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.spark;

import io.skipping.committer.data.Locations;
import io.skipping.committer.manifest.Overwrite;
import io.skipping.committer.name.Attempt;
import io.skipping.committer.name.AttemptNames;
import io.skipping.committer.name.JobId;
import io.skipping.committer.name.TaskId;
import io.skipping.committer.option.CommitterOptions;
import io.skipping.committer.spark.CommittedObjects.ObjectElsewhere;
import io.skipping.committer.stage.Abort;
import io.skipping.committer.stage.JobCommit;
import io.skipping.committer.stage.JobInfo;
import io.skipping.committer.stage.Publisher;
import io.skipping.committer.stage.ReplacedObjectsException;
import io.skipping.committer.store.HadoopStore;
import io.skipping.committer.store.OutputNames;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.JobContext;
import org.apache.hadoop.mapreduce.OutputCommitter;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.spark.internal.io.FileCommitProtocol;
import org.apache.spark.internal.io.FileNameSpec;
import org.apache.spark.mapred.SparkHadoopMapRedUtil;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.Option;
import scala.collection.Iterator;
import scala.collection.Seq;

/**
 * Commits the output of Spark's data sources. Set it as {@code spark.sql.sources.commitProtocolClass}. Tasks write
 * straight to the destination, and report the names of their objects to the driver in the message that Spark sends
 * anyway. The store therefore serves only the PUTs of the objects and one for the manifest.
 *
 * <p>One instance lives in the driver. Each task has a copy, serialised from it.
 */
public class AttemptNamingCommitProtocol extends FileCommitProtocol implements Serializable {
    private static final Logger LOG = LoggerFactory.getLogger(AttemptNamingCommitProtocol.class);

    private static final String BASE_NAME = "mapreduce.output.basename";
    private static final String DEFAULT_BASE_NAME = "part";
    private static final String HIVE_STAGING = "hive.exec.stagingdir";
    private static final String DEFAULT_HIVE_STAGING = ".hive-staging";

    /** The order in which folders outside the destination are published: each one after those within it. */
    private static final Comparator<Path> DEEPEST_FIRST = Comparator.comparing(
                    (Path folder) -> folder.toUri().getPath(), Comparator.reverseOrder())
            .thenComparing(Comparator.naturalOrder());

    private final String jobId;
    private final String path;
    private final boolean overwritesPartitions;

    // in a task
    private transient List<String> paths;
    private transient List<ObjectElsewhere> elsewhere;
    /** Holds the paths of both, without schemes and hosts: one folder may be spelled in several ways. */
    private transient Set<String> written;

    // in the driver; folders as Spark names them
    private transient Set<Path> deleted;

    /** Creates the protocol with the arguments that Spark passes. */
    public AttemptNamingCommitProtocol(String jobId, String path, boolean dynamicPartitionOverwrite) {
        this.jobId = new JobId(jobId).value();
        this.path = path;
        this.overwritesPartitions = dynamicPartitionOverwrite;
    }

    private JobId job() {
        return new JobId(jobId);
    }

    private Path destination(Configuration configuration) throws IOException {
        return qualified(path, configuration);
    }

    private static Path qualified(String folder, Configuration configuration) throws IOException {
        Path path = new Path(folder);
        return path.getFileSystem(configuration).makeQualified(path);
    }

    /** Checks the settings of the job. Writes nothing: the destination appears with its first object. */
    @Override
    public void setupJob(JobContext context) {
        Configuration configuration = context.getConfiguration();
        try {
            Path destination = destination(configuration);
            if (!isUuid(jobId)) {
                throw new IOException(
                        "Job id '%s' can't be used to write to %s: it is not a UUID, as those of batch jobs are. Spark numbers the batches of a streaming query, so two queries have the same ids, and would overwrite each other's objects. Unset spark.sql.streaming.commitProtocolClass, or write the batches by foreachBatch"
                                .formatted(jobId, destination));
            }
            if (isStaging(destination, configuration)) {
                // moving the files from there would leave the manifest behind
                throw new IOException(
                        "Spark writes to %s to move the files from there, as it does for Hive tables. Use its own commit protocol for that: unset spark.sql.sources.commitProtocolClass, and set mapreduce.outputcommitter.factory.class=org.apache.hadoop.mapreduce.lib.output.FileOutputCommitterFactory if it names this committer"
                                .formatted(destination));
            }
            // wrong settings should be found before anything is written
            HadoopStore.at(destination, configuration);
            CommitterOptions.deletesReplaced(configuration);
            AttemptNames.name(base(configuration), new Attempt(job(), new TaskId('m', 0), 0));
            checkBase(destination, configuration);
            LOG.info("Job {} writes to {}", jobId, destination);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** @throws IOException if the paths that tasks report would not be those under which the objects are listed */
    private static void checkBase(Path destination, Configuration configuration) throws IOException {
        String base = base(configuration);
        String within = OutputNames.check(destination, base, configuration);
        if (!within.equals(base)) {
            throw new IOException(
                    "'%s' can't be the base name of output of a data frame: choose '%s'".formatted(base, within));
        }
    }

    private static boolean isUuid(String id) {
        try {
            return UUID.fromString(id).toString().equals(id);
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static boolean isStaging(Path destination, Configuration configuration) {
        String stagingFolder = new Path(configuration.getTrimmed(HIVE_STAGING, DEFAULT_HIVE_STAGING)).getName();
        for (Path folder = destination; folder != null; folder = folder.getParent()) {
            if (folder.getName().startsWith(stagingFolder)) {
                return true;
            }
        }
        return !AttemptNames.isData(destination.getName());
    }

    /**
     * Remembers a folder to delete. Nothing is deleted before the job is committed, so that a failed overwrite leaves
     * the old data in place.
     */
    @Override
    public boolean deleteWithJob(FileSystem fileSystem, Path folder, boolean recursive) {
        if (!recursive) {
            return super.deleteWithJob(fileSystem, folder, false);
        }
        if (deleted == null) {
            deleted = new TreeSet<>();
        }
        deleted.add(fileSystem.makeQualified(folder));
        return true;
    }

    @Override
    public void setupTask(TaskAttemptContext context) {
        paths = new ArrayList<>();
        elsewhere = new ArrayList<>();
        written = new HashSet<>();
    }

    private Attempt attempt(TaskAttemptContext context) {
        TaskAttemptID id = context.getTaskAttemptID();
        // Spark's attempt numbers are unique within an application
        return new Attempt(job(), new TaskId('m', id.getTaskID().getId()), id.getId());
    }

    private static String base(Configuration configuration) {
        return configuration.getTrimmed(BASE_NAME, DEFAULT_BASE_NAME);
    }

    /**
     * Returns a name that this task has not written to the folder yet. Spark numbers the files of each partition by
     * themselves, and several partitions may have one location.
     */
    private String name(TaskAttemptContext context, Path folder, FileNameSpec spec) {
        String base = base(context.getConfiguration());
        int split = context.getTaskAttemptID().getTaskID().getId();
        String suffix = spec.suffix();
        String separator = suffix.isEmpty() || "-_.".indexOf(suffix.charAt(0)) >= 0 ? "" : "-";
        // digits of the user's language would make other names
        String numbered = String.format(Locale.ROOT, "%s%s-%05d", spec.prefix(), base, split);
        String ofAttempt = AttemptNames.name(numbered, attempt(context));
        String name = ofAttempt + separator + suffix;
        for (int number = 2; !written.add(new Path(folder, name).toUri().getPath()); number++) {
            name = "%s-%s%s%s".formatted(ofAttempt, Integer.toString(number), separator, suffix);
        }
        return name;
    }

    @Override
    public String newTaskTempFile(TaskAttemptContext context, Option<String> folder, FileNameSpec spec) {
        Path parent = folder.isEmpty() ? new Path(path) : new Path(path, folder.get());
        String name = name(context, parent, spec);
        paths.add(folder.isEmpty() ? name : folder.get() + "/" + name);
        return new Path(parent, name).toString();
    }

    @Override
    public String newTaskTempFileAbsPath(TaskAttemptContext context, String folder, FileNameSpec spec) {
        String name = name(context, new Path(folder), spec);
        elsewhere.add(new ObjectElsewhere(folder, name));
        return new Path(folder, name).toString();
    }

    /** Returns the name for an object of a task, like {@link #newTaskTempFile(TaskAttemptContext, Option, FileNameSpec)}. Spark 3.5 and 4.0 declare this method abstract and call it; in later releases, only other callers use it. */
    @Override
    @SuppressWarnings("deprecation")
    public String newTaskTempFile(TaskAttemptContext context, Option<String> folder, String suffix) {
        return newTaskTempFile(context, folder, new FileNameSpec("", suffix));
    }

    /** Returns the name for an object outside the destination. Callers are those of {@link #newTaskTempFile(TaskAttemptContext, Option, String)}. */
    @Override
    @SuppressWarnings("deprecation")
    public String newTaskTempFileAbsPath(TaskAttemptContext context, String folder, String suffix) {
        return newTaskTempFileAbsPath(context, folder, new FileNameSpec("", suffix));
    }

    @Override
    public TaskCommitMessage commitTask(TaskAttemptContext context) {
        TaskAttemptID id = context.getTaskAttemptID();
        // Spark's driver lets only one of two attempts commit; the other deletes what it wrote
        SparkHadoopMapRedUtil.commitTask(
                new DeletingCommitter(),
                context,
                id.getJobID().getId(),
                id.getTaskID().getId());
        return new TaskCommitMessage(new CommittedObjects(paths, elsewhere));
    }

    @Override
    public void abortTask(TaskAttemptContext context) {
        try {
            deleteOwn(context.getConfiguration());
        } catch (IOException e) {
            LOG.warn("Vacuum will have to delete what attempt {} wrote to {}", attempt(context), path, e);
        }
    }

    /** Deletes what this attempt wrote. The names are known, so nothing is listed. */
    private void deleteOwn(Configuration configuration) throws IOException {
        if (paths == null) {
            return;
        }
        if (!paths.isEmpty()) {
            HadoopStore.at(destination(configuration), configuration).delete(paths);
        }
        for (ObjectElsewhere object : elsewhere) {
            HadoopStore.at(new Path(object.folder()), configuration).delete(List.of(object.name()));
        }
    }

    /** Deletes the objects of an aborted attempt. It has nothing to commit, because the task's message does that. */
    private final class DeletingCommitter extends OutputCommitter {
        @Override
        public void setupJob(JobContext context) {}

        @Override
        public void setupTask(TaskAttemptContext context) {}

        @Override
        public boolean needsTaskCommit(TaskAttemptContext context) {
            return true;
        }

        @Override
        public void commitTask(TaskAttemptContext context) {}

        @Override
        public void abortTask(TaskAttemptContext context) throws IOException {
            deleteOwn(context.getConfiguration());
        }
    }

    @Override
    public void commitJob(JobContext context, scala.collection.immutable.Seq<TaskCommitMessage> messages) {
        commitJob(context, (Seq<TaskCommitMessage>) messages);
    }

    /**
     * Commits the job. This is the method that Spark for Scala 2.12 declares abstract and calls: the name {@code Seq} in its
     * sources means this type there, and the immutable one in Scala 2.13. The compiler, which sees only the latter, cannot tell
     * that this overrides anything.
     */
    public void commitJob(JobContext context, Seq<TaskCommitMessage> messages) {
        try {
            commit(context, messages);
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    private void commit(JobContext context, Seq<TaskCommitMessage> messages) throws IOException {
        Configuration configuration = context.getConfiguration();
        List<String> committed = new ArrayList<>();
        Map<String, List<String>> namesElsewhere = new TreeMap<>();
        for (Iterator<TaskCommitMessage> each = messages.iterator(); each.hasNext(); ) {
            CommittedObjects objects = (CommittedObjects) each.next().obj();
            committed.addAll(objects.paths());
            for (ObjectElsewhere object : objects.elsewhere()) {
                namesElsewhere
                        .computeIfAbsent(object.folder(), folder -> new ArrayList<>())
                        .add(object.name());
            }
        }
        Path destination = destination(configuration);
        // the folders of partitions with their own locations; they may be in the destination, or in one another
        Map<Path, List<String>> committedElsewhere = new TreeMap<>(DEEPEST_FIRST);
        for (Map.Entry<String, List<String>> entry : namesElsewhere.entrySet()) {
            Path folder = qualified(entry.getKey(), configuration);
            boolean isDestination =
                    relative(destination, folder).filter(String::isEmpty).isPresent();
            (isDestination ? committed : committedElsewhere.computeIfAbsent(folder, path -> new ArrayList<>()))
                    .addAll(entry.getValue());
        }
        List<String> overwritten = new ArrayList<>();
        Set<Path> overwrittenElsewhere = new TreeSet<>();
        for (Path folder : deleted == null ? Set.<Path>of() : deleted) {
            relative(destination, folder).ifPresentOrElse(overwritten::add, () -> overwrittenElsewhere.add(folder));
        }
        // also those in the destination: a reader that begins at such a partition knows only its own manifest
        committedElsewhere.keySet().stream().filter(this::isDeleted).forEach(overwrittenElsewhere::add);
        if (overwritesPartitions) {
            String base = base(configuration);
            committed.forEach(object -> overwritten.add(partitionFolder(object, base)));
            overwrittenElsewhere.addAll(committedElsewhere.keySet());
            // jobs for which such a folder was that of no partition have listed its objects in the destination's
            // manifest
            committedElsewhere
                    .keySet()
                    .forEach(folder -> relative(destination, folder).ifPresent(overwritten::add));
        }
        // partitions with their own locations have their own manifests, and there is no single moment for all of them
        for (Path folder : overwrittenElsewhere) {
            committedElsewhere.putIfAbsent(folder, List.of());
        }
        Set<String> names = new HashSet<>();
        if (!committedElsewhere.isEmpty()) {
            committed.forEach(object -> names.add(fileName(object)));
            committedElsewhere.values().forEach(objects -> objects.forEach(object -> names.add(fileName(object))));
        }
        // what cannot be deleted in one folder must not keep the others from being published: Spark aborts a job that
        // fails here, which deletes objects that no manifest lists
        List<ReplacedObjectsException> failures = new ArrayList<>();
        for (Map.Entry<Path, List<String>> folder : committedElsewhere.entrySet()) {
            try {
                publish(
                        folder.getKey(),
                        folder.getValue(),
                        names,
                        overwrittenElsewhere.contains(folder.getKey()) ? Overwrite.everything() : Overwrite.nothing(),
                        configuration,
                        context);
            } catch (ReplacedObjectsException e) {
                failures.add(e);
            }
        }
        publish(destination, committed, names, Overwrite.folders(overwritten), configuration, context);
        if (!failures.isEmpty()) {
            failures.stream().skip(1).forEach(failures.get(0)::addSuppressed);
            throw failures.get(0);
        }
    }

    /** Returns the folder of an object's partition, which contains the folders of its base name. */
    private static String partitionFolder(String object, String base) {
        int end = object.lastIndexOf('/') + 1;
        for (int slash = base.indexOf('/'); slash >= 0 && end > 0; slash = base.indexOf('/', slash + 1)) {
            end = object.lastIndexOf('/', end - 2) + 1;
        }
        return object.substring(0, end);
    }

    /** Returns the name of an object without the folders that its base name may have before it. */
    private static String fileName(String object) {
        return object.substring(object.lastIndexOf('/') + 1);
    }

    private void publish(
            Path folder,
            List<String> objects,
            Set<String> elsewhere,
            Overwrite overwrite,
            Configuration configuration,
            JobContext context)
            throws IOException {
        HadoopStore store = HadoopStore.at(folder, configuration);
        Publisher publisher = new Publisher(store, CommitterOptions.publishTimeout(configuration));
        new JobCommit(store, job(), publisher, CommitterOptions.deletesReplaced(configuration))
                .commitObjects(
                        objects,
                        elsewhere,
                        overwrite,
                        CommitterOptions.verifies(configuration),
                        new JobInfo("Spark", String.valueOf(context.getJobName())));
    }

    /** Returns whether a folder, or one above it, is to be deleted. */
    private boolean isDeleted(Path folder) {
        for (Path above = folder; deleted != null && above != null; above = above.getParent()) {
            if (deleted.contains(above)) {
                return true;
            }
        }
        return false;
    }

    /** Returns the path from the destination to a folder in it, or to itself: "" or with a trailing slash. */
    private static Optional<String> relative(Path destination, Path folder) {
        return Locations.relative(asFolder(destination), asFolder(folder));
    }

    private static String asFolder(Path folder) {
        // the root of a file system ends with a slash
        return Locations.asFolder(folder.toString());
    }

    /**
     * Aborts the job. Spark calls this after a failure, and must report that failure, so failures here are only logged.
     */
    @Override
    public void abortJob(JobContext context) {
        try {
            Configuration configuration = context.getConfiguration();
            int objects = new Abort(HadoopStore.at(destination(configuration), configuration), job()).objectsOfJob();
            LOG.info("Job {} is aborted; {} objects of it were deleted in {}", jobId, objects, path);
        } catch (IOException e) {
            LOG.warn("Job {} is not aborted in {}: vacuum will have to delete what it left", jobId, path, e);
        }
    }
}
