// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.committing;

import io.skipping.testing.s3.LocalS3;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Runs a Spark for each system. All of them are ready, so that they can take turns. */
final class Sparks implements AutoCloseable {
    private final Map<String, SparkProcess> bySystem = new LinkedHashMap<>();

    private Sparks() {}

    /** @param folder the parent of one folder per Spark, for logs and temporary files */
    static Sparks start(Collection<String> systems, LocalS3 s3, Path folder) throws IOException {
        return start(systems, system -> SparkProcess.start(system, s3, folder.resolve(system)));
    }

    /** Starts the Spark of a system. */
    interface Starter {
        SparkProcess start(String system) throws IOException;
    }

    static Sparks start(Collection<String> systems, Starter starter) throws IOException {
        Sparks sparks = new Sparks();
        try {
            for (String system : systems) {
                sparks.bySystem.put(system, starter.start(system));
            }
            return sparks;
        } catch (IOException | RuntimeException e) {
            sparks.close();
            throw e;
        }
    }

    /** Returns the systems in the order in which they take turns. */
    Set<String> systems() {
        return bySystem.keySet();
    }

    /** Returns whether a system reads only objects that a manifest lists: ours, however it is configured. */
    static boolean readsManifests(String system) {
        return system.startsWith(CommittingReport.OURS);
    }

    SparkProcess of(String system) {
        return bySystem.get(system);
    }

    @Override
    public void close() throws IOException {
        IOException failure = null;
        for (SparkProcess spark : bySystem.values()) {
            try {
                spark.close();
            } catch (IOException e) {
                failure = e;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
