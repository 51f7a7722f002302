// Licensed under the Apache License, Version 2.0. See LICENSE in the root of this repository.
package io.skipping.benchmarks.commits;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.util.List;

/** Runs programs to their end. */
final class Commands {
    private Commands() {}

    /**
     * Runs a program with the JDK of this process.
     *
     * @param log where it writes to
     * @throws IOException also if it fails; the message names the log
     */
    static void run(List<String> command, Path folder, Path log) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        Process process = builder.start();
        try {
            int code = process.waitFor();
            if (code != 0) {
                throw new IOException("%s failed with exit code %d; what it said is in %s"
                        .formatted(String.join(" ", command.subList(0, Math.min(3, command.size()))), code, log));
            }
        } catch (InterruptedException e) {
            process.destroy();
            Thread.currentThread().interrupt();
            throw new InterruptedIOException(command.getFirst());
        }
    }
}
