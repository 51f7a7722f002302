// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.stage;

import io.skipping.committer.name.Attempt;
import io.skipping.committer.name.JobId;
import io.skipping.committer.name.TaskId;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Tells a job which attempts are committed, if tasks can send messages to the process that commits the job. Task
 * records do the same by objects. As with them, an aborted attempt cannot commit any more.
 *
 * <p>The state is static, because frameworks create committers without a way to pass anything to them.
 */
public final class TaskMessages {
    private static final AtomicReference<Sender> SENDER = new AtomicReference<>();
    private static final AtomicReference<TaskMessages> RECEIVER = new AtomicReference<>();

    private final Map<Job, Attempts> jobs = new ConcurrentHashMap<>();

    private TaskMessages() {}

    /** Sends messages from this process to the one that commits jobs. */
    @FunctionalInterface
    public interface Sender {
        /**
         * Sends a message.
         *
         * @return the result of {@link TaskMessages#receive} there
         */
        boolean send(Message message) throws IOException;
    }

    /**
     * Carries a message from an attempt, or from another process about it.
     *
     * @param destination the destination of the job, as text
     * @param job the id of the job
     * @param attempt the attempt within its job, such as {@code m00003.0}
     * @param committed whether it is committed, and not aborted
     * @param objects the names of the objects it wrote, relative to the destination; null if they are not known
     */
    public record Message(String destination, String job, String attempt, boolean committed, List<String> objects)
            implements Serializable {}

    private record Job(String destination, JobId id) {}

    private static final class Attempts {
        private final Map<Attempt, Optional<List<String>>> committed = new HashMap<>();
        private final Set<Attempt> aborted = new HashSet<>();
        /** Tells whether the job is being committed, so that it is too late to change what it counts. */
        private boolean sealed;

        synchronized boolean commit(Attempt attempt, Optional<List<String>> objects) {
            if (sealed) {
                return committed.containsKey(attempt);
            }
            if (aborted.contains(attempt)) {
                return false;
            }
            committed.put(attempt, objects);
            return true;
        }

        synchronized boolean abort(Attempt attempt) {
            if (sealed) {
                return !committed.containsKey(attempt);
            }
            aborted.add(attempt);
            committed.remove(attempt);
            return true;
        }

        synchronized Map<Attempt, Optional<List<String>>> seal() {
            sealed = true;
            Map<TaskId, Attempt> byTask = new TreeMap<>();
            for (Attempt attempt : committed.keySet()) {
                byTask.merge(attempt.task(), attempt, (one, other) -> one.number() > other.number() ? one : other);
            }
            committed.keySet().retainAll(byTask.values());
            return new HashMap<>(committed);
        }
    }

    /** Sets the sender, in a process in which tasks run. */
    public static void sendBy(Sender sender) {
        SENDER.set(sender);
    }

    /** Returns the receiver, in a process that commits jobs. */
    public static TaskMessages receiver() {
        RECEIVER.compareAndSet(null, new TaskMessages());
        return RECEIVER.get();
    }

    /** Stops sending and receiving. */
    public static void stop() {
        SENDER.set(null);
        RECEIVER.set(null);
    }

    /** Returns whether tasks of this process can send messages. */
    public static boolean canSend() {
        return SENDER.get() != null;
    }

    /**
     * Reports that an attempt is committed.
     *
     * @param objects the names of the objects it wrote, relative to the destination, if they are known
     * @throws IOException also if the job has aborted the attempt
     */
    public static void commit(String destination, Attempt attempt, Optional<List<String>> objects) throws IOException {
        Message message = new Message(
                destination,
                attempt.job().value(),
                attempt.withinJob(),
                true,
                objects.<List<String>>map(ArrayList::new).orElse(null));
        if (!SENDER.get().send(message)) {
            throw new IOException(
                    "Attempt %s was given up before it was committed to %s: its objects will not be counted"
                            .formatted(attempt, destination));
        }
    }

    /**
     * Aborts an attempt, even one that was committed. It cannot be committed any more.
     *
     * @return false if the job counts the attempt, and is being committed: its objects must stay
     */
    public static boolean abort(String destination, Attempt attempt) throws IOException {
        return SENDER.get().send(new Message(destination, attempt.job().value(), attempt.withinJob(), false, null));
    }

    /**
     * Applies a message.
     *
     * @return whether the message was accepted; false if it commits an attempt that was aborted, or comes too late to
     *     change what a job counts that is being committed
     */
    public boolean receive(Message message) {
        JobId id = new JobId(message.job());
        Attempt attempt = Attempt.parse(id, message.attempt())
                .orElseThrow(() -> new IllegalArgumentException("'%s' is not an attempt".formatted(message.attempt())));
        Attempts attempts = jobs.computeIfAbsent(new Job(message.destination(), id), job -> new Attempts());
        if (message.committed()) {
            return attempts.commit(attempt, Optional.ofNullable(message.objects()));
        }
        return attempts.abort(attempt);
    }

    /**
     * Returns the committed attempt of each task of a job, with the names of the objects it wrote if they are known;
     * empty if none of the job's tasks has sent a message to this process. Later messages do not change the answer, so
     * that no attempt deletes what the job is about to publish.
     */
    public static Optional<Map<Attempt, Optional<List<String>>>> committed(String destination, JobId job) {
        TaskMessages receiver = RECEIVER.get();
        return receiver == null
                ? Optional.empty()
                : Optional.ofNullable(receiver.jobs.get(new Job(destination, job)))
                        .map(Attempts::seal);
    }

    /** Forgets a job. */
    public static void forget(String destination, JobId job) {
        TaskMessages receiver = RECEIVER.get();
        if (receiver != null) {
            receiver.jobs.remove(new Job(destination, job));
        }
    }
}
