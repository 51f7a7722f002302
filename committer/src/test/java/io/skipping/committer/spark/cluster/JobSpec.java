// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.committer.spark.cluster;

import java.io.Serializable;
import java.util.Random;

/**
 * A job that a driver is to run: rows with the ids from {@code from} to before {@code to}, whose day is {@code id % 3}.
 *
 * @param seed of what goes wrong in its tasks
 * @param format that Spark's writers know, or {@code rdd} for {@code saveAsTextFile}
 * @param mode of Spark's writers, or {@code dynamic} for the overwrite of partitions, or {@link #READ_ONLY}
 * @param partitioned whether by day
 * @param rowsPerFile at most, or 0
 * @param trouble how probable it is that an attempt fares badly, 0 to 1
 * @param kills how many attempts of the job may kill their executors
 */
record JobSpec(
        long seed,
        String destination,
        String format,
        String mode,
        boolean partitioned,
        long from,
        long to,
        int tasks,
        int rowsPerFile,
        double trouble,
        int kills)
        implements Serializable {
    static final int DAYS = 3;
    static final String READ_ONLY = "read";

    static JobSpec reading(String destination, String format) {
        return new JobSpec(0, destination, format, READ_ONLY, false, 0, 0, 1, 0, 0, 0);
    }

    /** What happens to an attempt of a task. */
    enum Fate {
        FINE,
        /** throws in mid-write */
        FAILS,
        /** throws when all is written */
        FAILS_LATE,
        /** writes on when others have long been done */
        STALLS,
        /** its process is killed in mid-write */
        KILLED
    }

    /** The same for the same attempt, in whatever process. */
    Fate fate(int task, int attempt) {
        Random random = new Random((seed * 31 + task) * 31 + attempt);
        // scrambled, since neighbouring seeds begin alike
        random.nextLong();
        if (random.nextDouble() >= trouble) {
            return Fate.FINE;
        }
        if (attempt == 0 && task < kills) {
            return Fate.KILLED;
        }
        return switch (random.nextInt(3)) {
            case 0 -> Fate.FAILS;
            case 1 -> Fate.FAILS_LATE;
            default -> Fate.STALLS;
        };
    }
}
