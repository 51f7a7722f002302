// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.builder.job;

import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Records whether the process was told to end, and cancels the running statement then. Otherwise the server would
 * continue a query without a client until it noticed the client's absence. Thread-safe.
 */
public final class Interruption {
    private static final long RETRY_MILLIS = 100;

    /**
     * After so many cancellations, the thread is interrupted as well: Trino's driver waits for ever for a result that is cancelled before the
     * driver's own thread has begun to read it.
     */
    private static final int MOST_CANCELLATIONS = 10;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private Statement running;
    private Thread worker;
    private boolean isInterrupted;
    private boolean requested;
    private boolean ended;

    /** Marks a statement as running until it is closed. */
    public interface Running extends AutoCloseable {
        @Override
        void close();
    }

    /**
     * Registers a statement of this thread, which is cancelled when the process is told to end, until the result is closed.
     * There can be one at a time.
     *
     * @throws InterruptedJobException if the process was told to end already
     */
    public Running running(Statement statement) {
        lock.lock();
        try {
            check();
            running = statement;
            worker = Thread.currentThread();
        } finally {
            lock.unlock();
        }
        return () -> {
            lock.lock();
            try {
                running = null;
                if (isInterrupted) {
                    // what is left to do, such as to close the connection, is not to be interrupted
                    boolean _ = Thread.interrupted();
                }
            } finally {
                lock.unlock();
            }
        };
    }

    /** Returns whether the process was told to end. */
    public boolean isRequested() {
        lock.lock();
        try {
            return requested;
        } finally {
            lock.unlock();
        }
    }

    /** Throws an {@link InterruptedJobException} if the process was told to end. */
    public void check() {
        if (isRequested()) {
            throw new InterruptedJobException();
        }
    }

    /**
     * Waits, but not beyond the moment when the process is told to end.
     *
     * @return whether the process was not told to end, so that all of the time has passed
     */
    public boolean sleep(Duration duration) {
        lock.lock();
        try {
            long nanos = duration.toNanos();
            while (!requested && nanos > 0) {
                nanos = changed.awaitNanos(nanos);
            }
            return !requested;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        } finally {
            lock.unlock();
        }
    }

    /** Marks the work as finished, so that nothing waits for it any more. */
    public void end() {
        lock.lock();
        try {
            ended = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Cancels the running statement, and waits until the work has ended, but not longer than {@code grace}. */
    public void request(Duration grace) {
        long deadline = System.nanoTime() + grace.toNanos();
        for (int cancellation = 1; ; cancellation++) {
            Statement statement;
            lock.lock();
            try {
                requested = true;
                changed.signalAll();
                if (ended || System.nanoTime() - deadline >= 0) {
                    return;
                }
                statement = running;
            } finally {
                lock.unlock();
            }
            // repeatedly, because a statement that was sent but not yet answered cannot be cancelled
            cancel(statement);
            awaitEnd();
            if (cancellation >= MOST_CANCELLATIONS) {
                interruptWorker();
            }
        }
    }

    private void interruptWorker() {
        lock.lock();
        try {
            if (running != null) {
                isInterrupted = true;
                worker.interrupt();
            }
        } finally {
            lock.unlock();
        }
    }

    private static void cancel(Statement statement) {
        if (statement == null) {
            return;
        }
        try {
            statement.cancel();
        } catch (SQLException | RuntimeException _) {
            // closed or lost, so there is nothing left to cancel
        }
    }

    private void awaitEnd() {
        lock.lock();
        try {
            if (!ended) {
                boolean _ = changed.await(RETRY_MILLIS, TimeUnit.MILLISECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }
}
