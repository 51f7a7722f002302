// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.store;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.apache.hadoop.fs.s3a.RemoteFileChangedException;

/**
 * Stands for a store over a bad network: requests that do not arrive, answers that do not, and such as take their time,
 * by the choice of a seed; and a process that dies at a given request.
 */
public final class FaultyStore implements Store {
    private final Store store;
    private final Random random;
    private final double faults;
    private int requestsToLive = Integer.MAX_VALUE;
    private int replacedReads;

    public FaultyStore(Store store, Random random, double faults) {
        this.store = store;
        this.random = random;
        this.faults = faults;
    }

    /** Lets the process die when it sends its next request but so many: each later one fails, too. */
    public FaultyStore dyingAfter(int requests) {
        requestsToLive = requests;
        return this;
    }

    /** Lets others replace an object while it is read, so many times: the stream then says so as S3A does. */
    public FaultyStore replacingWhileRead(int times) {
        replacedReads = times;
        return this;
    }

    /** Says that the process is no more. No code is expected to handle that. */
    public static final class Killed extends Error {
        Killed() {
            super("Killed by a test");
        }
    }

    @FunctionalInterface
    private interface Request<T> {
        T send() throws IOException;
    }

    private synchronized double next() {
        if (requestsToLive-- <= 0) {
            requestsToLive = 0;
            throw new Killed();
        }
        return random.nextDouble();
    }

    private <T> T send(Request<T> request) throws IOException {
        double fault = next();
        if (fault < faults / 2) {
            throw new IOException("503, by a test: not done");
        }
        if (fault > 1 - faults / 4) {
            dawdle();
        }
        T answer = request.send();
        if (fault < faults) {
            throw new IOException("time-out, by a test: done");
        }
        return answer;
    }

    /** Others overtake it meanwhile. */
    private synchronized int millis() {
        return random.nextInt(1, 4);
    }

    private void dawdle() throws IOException {
        try {
            Thread.sleep(millis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted");
        }
    }

    @Override
    public String location() {
        return store.location();
    }

    @Override
    public Optional<Parent> parent() {
        return store.parent();
    }

    @Override
    public boolean replacesConditionally() {
        return store.replacesConditionally();
    }

    /** As S3A does, it tries again if an answer is lost, and is told that something is there. */
    private synchronized boolean triesAgain() {
        return random.nextBoolean();
    }

    private boolean sendConditional(Request<Boolean> request) throws IOException {
        try {
            return send(request);
        } catch (IOException e) {
            if (triesAgain()) {
                return send(request);
            }
            throw e;
        }
    }

    @Override
    public boolean create(String path, Content content) throws IOException {
        return sendConditional(() -> store.create(path, content));
    }

    @Override
    public boolean replace(String path, String etag, Content content) throws IOException {
        return sendConditional(() -> store.replace(path, etag, content));
    }

    @Override
    public void put(String path, Content content) throws IOException {
        send(() -> {
            store.put(path, content);
            return null;
        });
    }

    @Override
    public OutputStream write(String path) throws IOException {
        return send(() -> store.write(path));
    }

    @Override
    public Optional<Opened> open(String path) throws IOException {
        Optional<Opened> opened = send(() -> store.open(path));
        return opened.isPresent() && isReplacedWhileRead()
                ? Optional.of(new Opened(new ReplacedStream(path), opened.get().etag()))
                : opened;
    }

    private synchronized boolean isReplacedWhileRead() {
        return replacedReads-- > 0;
    }

    private static final class ReplacedStream extends InputStream {
        private final String path;

        ReplacedStream(String path) {
            this.path = path;
        }

        @Override
        public int read() throws IOException {
            throw new RemoteFileChangedException(path, "reopen", "replaced, by a test");
        }
    }

    @Override
    public List<String> names(String folder, String prefix) throws IOException {
        return send(() -> store.names(folder, prefix));
    }

    @Override
    public void list(String folder, ListingConsumer consumer) throws IOException {
        send(() -> {
            store.list(folder, consumer);
            return null;
        });
    }

    @Override
    public void delete(Collection<String> paths) throws IOException {
        // one after the other, so that a process can die between
        for (String path : paths) {
            send(() -> {
                store.delete(List.of(path));
                return null;
            });
        }
    }

    @Override
    public void deleteEmptyFolder(String folder) throws IOException {
        send(() -> {
            store.deleteEmptyFolder(folder);
            return null;
        });
    }
}
